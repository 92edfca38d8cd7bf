import { formatNumber } from "../../privacy/format-number.js";

/** From here on a number takes more room than its power of ten. */
const LARGE = 1e5;

/** A tick's number: four significant digits, an exponent where it is small or large. */
export function formatTick(value: number): string {
  const words = formatNumber(value);
  const rounded = Number(words);
  const isLarge = Number.isFinite(rounded) && Math.abs(rounded) >= LARGE;
  return isLarge ? rounded.toExponential().replace("+", "") : words;
}
