export { formatDown, formatNumber, formatUp } from "../../../src/privacy/format-number.js";
export { counted } from "../../shared/words/counted.js";
export { groupDigits } from "../../shared/words/group-digits.js";

/** A time of the day and its day, as the reader writes them. */
export function formatTime(moment: number): string {
  return new Date(moment).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "medium" });
}

/** An error in its own words. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
