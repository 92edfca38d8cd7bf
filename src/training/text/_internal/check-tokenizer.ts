import { checkNumber, checkOptions, wrongShape } from "../../../validate.js";
import type { SpecialTokens, Tokenizer } from "../tokenizer.js";

/** As many positions as a model may have. */
const LENGTHS = { min: 1, max: 2 ** 20, integer: true };

interface Given {
  readonly tokenizer: Tokenizer;
  readonly length: number;
}

/** The tokenizer and the length of an example among a caller's options. */
export function checkTokenizer(where: string, options: Given): Given {
  const { tokenizer, length } = checkOptions(where, options);
  if (isTokenizer(tokenizer)) return { tokenizer, length: checkNumber(`${where}: length`, length, LENGTHS) };
  throw wrongShape(`${where}: tokenizer`, tokenizer, "a tokenizer, e.g. byteTokenizer");
}

/** A caller's own may be anything. */
function isTokenizer(tokenizer: Tokenizer): boolean {
  const { vocabulary, encode, decode, layouts, special } = (tokenizer ?? {}) as Partial<Tokenizer>;
  if (typeof encode !== "function" || typeof decode !== "function") return false;
  if (!Number.isSafeInteger(vocabulary) || typeof special !== "object" || special === null) return false;
  const isId = (id: unknown): boolean =>
    Number.isSafeInteger(id) && (id as number) >= 0 && (id as number) < vocabulary!;
  const ids = ["pad", "eos"].map((kind) => special[kind as keyof SpecialTokens]);
  if (!ids.every((id) => id === undefined || isId(id))) return false;
  const [single, pair] = [layouts?.single, layouts?.pair].map((layout) => placesIn(layout, isId));
  return single === "first" && pair === "first second";
}

/** The places of texts in a layout, in order; undefined if it is none. */
function placesIn(layout: unknown, isId: (id: unknown) => boolean): string | undefined {
  if (!Array.isArray(layout)) return undefined;
  const places = Array.from(layout as unknown[]).filter((part) => !isId(part));
  return places.every((place) => typeof place === "string") ? places.join(" ") : undefined;
}
