import { checkNumber, RANGES } from "../../validate.js";

/**
 * How many bits a language model needs for one byte of text: loss / (ln 2 x bytes). It can be compared
 * between tokenizers.
 *
 * @param lossSum sum of the cross-entropy losses of all predicted tokens, nats, >= 0
 * @param bytes how many bytes of UTF-8 those tokens stand for; the end of a text counts as none
 * @returns a number >= 0; 8 is no knowledge at all
 * @throws DpError OUT_OF_RANGE the loss is negative or not finite, or bytes is no integer >= 1
 * @example bitsPerByte(8 * Math.log(2), 4); // 2
 */
export function bitsPerByte(lossSum: number, bytes: number): number {
  checkNumber("bitsPerByte: lossSum", lossSum, RANGES.nonNegative);
  return lossSum / Math.LN2 / checkNumber("bitsPerByte: bytes", bytes, RANGES.positiveInteger);
}
