import { formatNumber } from "../../privacy/format-number.js";

/** A tick's number: four significant digits, and from a million on a power of ten, which takes less room. */
export function tickText(value: number): string {
  const rounded = Number(value.toPrecision(4));
  if (Math.abs(rounded) < 1e6) return formatNumber(value);
  const [digits, power] = rounded.toExponential().split("e+");
  return `${Number(digits)}e${power}`;
}
