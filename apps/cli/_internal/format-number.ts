/** A figure for a person: four significant digits, no trailing zeros, an exponent where it is small. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? "infinity" : "-infinity";
  const rounded = Number(value.toPrecision(4));
  return rounded !== 0 && Math.abs(rounded) < 1e-3 ? rounded.toExponential() : String(rounded);
}

/** An epsilon that is promised: four significant digits, rounded up. */
export function formatUp(value: number): string {
  if (!Number.isFinite(value) || value <= 0) return formatNumber(value);
  const unit = 10 ** (Math.floor(Math.log10(value)) - 3);
  const up = Math.ceil(value / unit) * unit;
  return formatNumber(up);
}
