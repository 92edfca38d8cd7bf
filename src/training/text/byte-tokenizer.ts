import { wrongShape } from "../../validate.js";
import { checkIds } from "./_internal/check-ids.js";
import type { Tokenizer } from "./tokenizer.js";

const BYTES = 256;
const PAD = 256;
const CLS = 257;
const SEP = 258;
const EOS = 259;

/**
 * A tokenizer that needs no files: a text's tokens are its UTF-8 bytes, 0 to 255; then come pad 256, cls 257,
 * sep 258 and eos 259.
 *
 * It knows every text, and nothing in a text is ever taken for a special token. Halves of surrogate pairs
 * become U+FFFD; bytes that are no UTF-8 are shown as U+FFFD.
 *
 * @example
 * byteTokenizer.decode(byteTokenizer.encode("né")); // "né"
 */
export const byteTokenizer: Tokenizer = Object.freeze({
  name: "bytes",
  vocabulary: BYTES + 4,
  special: Object.freeze({ pad: PAD, cls: CLS, sep: SEP, eos: EOS }),
  layouts: Object.freeze({
    single: Object.freeze([CLS, "first", SEP] as const),
    pair: Object.freeze([CLS, "first", SEP, "second", SEP] as const),
  }),
  encode: (text: string) => {
    if (typeof text !== "string") throw wrongShape("byteTokenizer.encode: text", text, "a text");
    return new Uint32Array(new TextEncoder().encode(text));
  },
  decode: (ids: ArrayLike<number>) => {
    const checked = checkIds("byteTokenizer.decode: ids", ids, BYTES + 4);
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(
      Uint8Array.from(checked.filter((id) => id < BYTES)),
    );
  },
});
