import type { Estimate } from "../../../../src/analytics/index.js";

/** An estimate as a person reads it. */
export interface RoundedEstimate {
  readonly estimate: string;
  readonly standardError: string;
  readonly lower: string;
  readonly upper: string;
}

/** The values that a figure can have. */
export interface Possible {
  readonly lower: number;
  readonly upper: number;
}

/**
 * The standard error rounded up to one significant digit, the estimate to the same place, and the interval's
 * ends outward, all within the possible values: 12,340 with an error of 160 is 12,300 with one of 200.
 */
export function roundToError(
  { estimate, standardError, lower, upper }: Estimate,
  possible: Possible,
): RoundedEstimate {
  const place = placeOf(standardError);
  const within = (value: number): number => Math.max(possible.lower, Math.min(possible.upper, value));
  return {
    estimate: format(place, within(roundAt(place, estimate, Math.round))),
    standardError: format(place, roundAt(place, standardError, Math.ceil)),
    lower: format(place, within(roundAt(place, lower, Math.floor))),
    upper: format(place, within(roundAt(place, upper, Math.ceil))),
  };
}

/** Which power of ten the error is a multiple of, once it is rounded up to one digit. */
function placeOf(error: number): number {
  const [digits, exponent] = error.toExponential(4).split("e");
  return Number(exponent) + Number(Number(digits) > 9);
}

/** What exceeds a multiple by rounding alone is one. */
function roundAt(place: number, value: number, round: (units: number) => number): number {
  const units = value / 10 ** place;
  const nearest = Math.round(units);
  const whole = Math.abs(units - nearest) < 1e-9 ? nearest : round(units);
  return Number(`${whole}e${place}`);
}

function format(place: number, value: number): string {
  const digits = Math.max(0, -place);
  return digits > 6 || Math.abs(value) >= 1e15
    ? String(value)
    : (value + 0).toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
