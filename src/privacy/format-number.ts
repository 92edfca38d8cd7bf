const DIGITS = 4;

/** A figure for a person: four significant digits, no trailing zeros, an exponent where it is small. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? "infinity" : "-infinity";
  const rounded = Number(value.toPrecision(DIGITS));
  return rounded !== 0 && Math.abs(rounded) < 1e-3 ? rounded.toExponential() : String(rounded);
}

/** A figure that is promised from above: four significant digits, rounded up. */
export function formatUp(value: number): string {
  return formatTowards(value, 1);
}

/** A figure that is claimed from below: four significant digits, rounded down. */
export function formatDown(value: number): string {
  return formatTowards(value, -1);
}

/** A confidence in percent: four significant digits, rounded down, since it is claimed from below. */
export function formatConfidence(confidence: number): string {
  return `${formatDown(Number((100 * confidence).toPrecision(15)))} %`;
}

/** In decimal digits, for there is no power of ten below the smallest doubles to divide by. */
function formatTowards(value: number, direction: 1 | -1): string {
  if (!Number.isFinite(value) || value === 0) return formatNumber(value);
  const [mantissa, exponent] = value.toExponential(DIGITS - 1).split("e") as [string, string];
  const digits = Number(mantissa.replace(".", ""));
  const withDigits = (all: number): number => Number(`${all}e${Number(exponent) - (DIGITS - 1)}`);
  const nearest = withDigits(digits);
  return formatNumber(direction * (nearest - value) >= 0 ? nearest : withDigits(digits + direction));
}
