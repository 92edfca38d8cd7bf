import { wrongShape } from "../../../validate.js";
import type { Tokenizer } from "../tokenizer.js";

/** The tokens of a text; the tokenizer may be a caller's own. */
export function encodeText(name: string, tokenizer: Tokenizer, text: string): Uint32Array {
  if (typeof text !== "string") throw wrongShape(name, text, "a text");
  const ids = tokenizer.encode(text);
  if (ids instanceof Uint32Array) return ids;
  throw wrongShape(`${tokenizer.name}: what encode returns`, ids, "a Uint32Array");
}
