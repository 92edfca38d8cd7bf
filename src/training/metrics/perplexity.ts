import { checkNumber, RANGES } from "../../validate.js";

/**
 * The perplexity of a language model: exp(loss / tokens). One that knows nothing has the size of its
 * vocabulary.
 *
 * It can be compared between models of one tokenizer alone; see {@link bitsPerByte}. An overflow gives
 * Infinity.
 *
 * @param lossSum sum of the cross-entropy losses of all predicted tokens, nats, >= 0
 * @param tokens how many tokens were predicted
 * @returns a number >= 1
 * @throws DpError OUT_OF_RANGE the loss is negative or not finite, or tokens is no integer >= 1
 * @example perplexity(8 * Math.log(2), 4); // 4
 */
export function perplexity(lossSum: number, tokens: number): number {
  checkNumber("perplexity: lossSum", lossSum, RANGES.nonNegative);
  return Math.exp(lossSum / checkNumber("perplexity: tokens", tokens, RANGES.positiveInteger));
}
