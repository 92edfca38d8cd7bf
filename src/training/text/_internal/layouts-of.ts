import { unreadable } from "../../data/_internal/unreadable.js";
import type { Layout, Tokenizer } from "../tokenizer.js";

/** What the library that reads `tokenizer.json` does: ids of one or two texts, with or without those around them. */
export type Encode = (text: string, pair: string | null, isWhole: boolean) => readonly number[];

/**
 * Where a tokenizer puts its own tokens, seen from two short texts: its file may say so in several ways. One that has nothing to put
 * between two texts, as GPT-2's, gets the end of a text there.
 */
export function layoutsOf(encode: Encode, eos: number | undefined, name: string): Tokenizer["layouts"] {
  const [first, second] = [encode("a", null, false), encode("b", null, false)];
  const single = locate(encode("a", null, true), [["first", first]], name);
  const end = eos === undefined ? [] : [eos];
  const joined = single.flatMap((part) => (part === "first" ? [part, ...end, "second" as const] : [part]));
  const whole = encode("a", "b", true);
  const texts = [["first", first] as const, ["second", second] as const];
  const isJoined = single.length === 1 && whole.length <= first.length + second.length;
  return Object.freeze({ single, pair: isJoined ? Object.freeze(joined) : locate(whole, texts, name) });
}

function locate(
  whole: readonly number[],
  texts: readonly (readonly ["first" | "second", readonly number[]])[],
  name: string,
): Layout {
  const layout: Layout[number][] = [];
  let at = 0;
  for (const [place, ids] of texts) {
    const start = whole.findIndex((_, i) => i >= at && ids.every((id, j) => whole[i + j] === id));
    if (ids.length === 0 || start < 0) {
      throw unreadable(
        name,
        "it changes a text where it puts its own tokens around it",
        "a text's tokens in a row",
      );
    }
    layout.push(...whole.slice(at, start), place);
    at = start + ids.length;
  }
  return Object.freeze([...layout, ...whole.slice(at)]);
}
