const THOUSANDS = /\B(?=(?:\d{3})+$)/g;

/**
 * A number with commas between thousands; integers by hand, as a first `toLocaleString` loads tables for
 * longer than an answer's lines take.
 */
export function groupDigits(value: number): string {
  return Number.isSafeInteger(value)
    ? String(value).replace(THOUSANDS, ",")
    : value.toLocaleString("en", { maximumFractionDigits: 20 });
}
