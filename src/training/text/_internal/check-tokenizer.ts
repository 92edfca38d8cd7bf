import { checkNumber, checkOptions, wrongShape } from "../../../validate.js";
import type { Tokenizer } from "../tokenizer.js";

/** As many positions as a model may have. */
const LENGTHS = { min: 1, max: 2 ** 20, integer: true };

interface Given {
  readonly tokenizer: Tokenizer;
  readonly length: number;
}

/** The tokenizer and the length of an example among a caller's options. */
export function checkTokenizer(where: string, options: Given): Given {
  const { tokenizer, length } = checkOptions(where, options);
  const { vocabulary, encode, decode, layouts, special } = (tokenizer ?? {}) as Partial<Tokenizer>;
  const hasParts = typeof encode === "function" && typeof decode === "function";
  if (!hasParts || typeof special !== "object" || !hasLayouts(layouts) || !Number.isSafeInteger(vocabulary)) {
    throw wrongShape(`${where}: tokenizer`, tokenizer, "a tokenizer, e.g. byteTokenizer");
  }
  return { tokenizer, length: checkNumber(`${where}: length`, length, LENGTHS) };
}

function hasLayouts(layouts: Partial<Tokenizer["layouts"]> | undefined): boolean {
  return Array.isArray(layouts?.single) && Array.isArray(layouts.pair);
}
