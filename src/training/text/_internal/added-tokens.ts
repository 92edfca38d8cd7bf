import type { TextNormalizer } from "./text-normalizer.js";
import { WORD } from "./unicode-classes.js";

/** A token that is found in a text before the model sees it. */
export interface AddedToken {
  readonly content: string;
  readonly id: number;
  /** Whether it is no token within a word. */
  readonly single_word?: boolean;
  /** Whether it takes the white space before it, and behind it. */
  readonly lstrip?: boolean;
  readonly rstrip?: boolean;
  /** Whether it is looked for in the normalized text; default: unless it is special. */
  readonly normalized?: boolean;
  readonly special?: boolean;
}

/** A part of a text: an added token, or what stands between two. */
export interface Section {
  readonly text: string;
  readonly token?: AddedToken;
  /** Whether it begins with what the text begins with. */
  readonly isFirst: boolean;
}

const BEGINS_IN_WORD = new RegExp(`^[${WORD}]`, "u");
const ENDS_IN_WORD = new RegExp(`[${WORD}]$`, "u");

/** A character has at most two units. */
function isWithinWord(text: string, start: number, stop: number): boolean {
  return (
    ENDS_IN_WORD.test(text.slice(Math.max(0, start - 2), start)) ||
    BEGINS_IN_WORD.test(text.slice(stop, stop + 2))
  );
}

/** Cuts a text at its added tokens: first at those of the text as it is, then, normalized, at the others. */
export function addedTokenSplitter(
  added: readonly AddedToken[],
  normalize: TextNormalizer,
): (text: string) => Section[] {
  const inOrder = [...added.filter(isSpecial), ...added.filter((token) => !isSpecial(token))];
  const isNormalized = ({ normalized, special }: AddedToken): boolean => normalized ?? special !== true;
  const raw = new Finder(inOrder.filter((token) => !isNormalized(token)));
  const changed = new Finder(inOrder.filter(isNormalized), normalize);
  const normalized = ({ text, isFirst }: Section): Section => {
    const begin = String.fromCodePoint(text.codePointAt(0)!);
    return { text: normalize(text), isFirst: isFirst && normalize(begin) !== "" };
  };
  return (text) =>
    raw
      .split({ text, isFirst: true })
      .flatMap((section) => (section.token === undefined ? changed.split(normalized(section)) : [section]));
}

function isSpecial({ special }: AddedToken): boolean {
  return special === true;
}

interface Found {
  readonly pattern: string;
  readonly token: AddedToken;
}

/** Finds the leftmost token in a text, and of those that begin there the longest. */
class Finder {
  /** By their first unit; the longest first. */
  readonly #byStart = new Map<string, Found[]>();

  constructor(tokens: readonly AddedToken[], normalize: TextNormalizer = (text) => text) {
    for (const token of tokens) {
      const pattern = normalize(token.content);
      const others = this.#byStart.get(pattern[0] ?? "") ?? [];
      this.#byStart.set(pattern[0] ?? "", [...others, { pattern, token }]);
    }
    for (const found of this.#byStart.values()) found.sort((a, b) => b.pattern.length - a.pattern.length);
  }

  split({ text, isFirst }: Section): Section[] {
    const sections: Section[] = [];
    let end = 0;
    const push = (start: number, stop: number, token?: AddedToken): void => {
      const section = { text: text.slice(start, stop), isFirst: isFirst && start === 0 };
      if (start < stop) sections.push(token === undefined ? section : { ...section, token });
    };
    for (const { token, start, stop } of this.#find(text)) {
      if (token.single_word === true && isWithinWord(text, start, stop)) continue;
      const from = token.lstrip === true ? Math.max(end, spaceBefore(text, start)) : start;
      const to = token.rstrip === true ? spaceBehind(text, stop) : stop;
      push(end, from);
      push(from, to, token);
      end = to;
    }
    push(end, text.length);
    return sections;
  }

  *#find(text: string): Generator<{ token: AddedToken; start: number; stop: number }> {
    for (let start = 0; start < text.length; ) {
      const found = this.#byStart.get(text[start]!)?.find(({ pattern }) => text.startsWith(pattern, start));
      const stop = start + (found?.pattern.length ?? 1);
      if (found !== undefined) yield { token: found.token, start, stop };
      start = stop;
    }
  }
}

const SPACE = /\p{White_Space}/u;

function spaceBefore(text: string, place: number): number {
  let start = place;
  while (start > 0 && SPACE.test(text[start - 1]!)) start -= 1;
  return start;
}

function spaceBehind(text: string, place: number): number {
  let stop = place;
  while (stop < text.length && SPACE.test(text[stop]!)) stop += 1;
  return stop;
}
