import { byteLetters } from "./byte-letters.js";
import { SPLITS, type Split, splitText } from "./split-text.js";
import { literalPattern, type PatternReader } from "./token-pattern.js";
import type { PartReader, TokenizerPart } from "./tokenizer-part.js";
import { PUNCTUATION, WHITE_SPACE, WORD } from "./unicode-classes.js";

/** Cuts a part of a text into those that the model sees; `isFirst` where the text begins with it. */
export type PreTokenizer = (text: string, isFirst: boolean) => string[];

interface Readers {
  readonly reader: PartReader;
  readonly patternOf: PatternReader;
}

const KIND = "pre-tokenizer";

const SPACES = new RegExp(`${WHITE_SPACE}+`, "gu");
const MARKS = new RegExp(`[${PUNCTUATION}]`, "gu");
const WORDS = new RegExp(`[${WORD}]+|[^${WORD}${WHITE_SPACE}]+`, "gu");
/** GPT-2's, from its paper's code, in Unicode's white space. */
const GPT2 = new RegExp(
  `'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^${WHITE_SPACE}\\p{L}\\p{N}]+|${WHITE_SPACE}+(?!\\P{White_Space})|${WHITE_SPACE}+`,
  "gu",
);

const READERS: Readonly<Record<string, (part: TokenizerPart, readers: Readers) => PreTokenizer>> = {
  BertPreTokenizer: () => (text) =>
    splitText(text, SPACES, "Removed").flatMap((word) => splitText(word, MARKS, "Isolated")),
  ByteLevel: byteLevel,
  Digits: ({ individual_digits: isEach = false }) => {
    const split = isEach === true ? "Isolated" : "Contiguous";
    return (text) => splitText(text, /\p{N}/gu, split);
  },
  FixedLength: ({ length = 5 }, { reader }) => fixedLength(length, reader),
  Metaspace: metaspace,
  Punctuation: ({ behavior = "Isolated" }, { reader }) => {
    const split = splitOf(behavior, reader);
    return (text) => splitText(text, MARKS, split);
  },
  Sequence: ({ pretokenizers }, readers) => {
    const all = readers.reader.parts(KIND, pretokenizers).map((part) => preTokenizerOf(part, readers));
    return (text, isFirst) =>
      all.reduce((made, cut) => made.flatMap((each, i) => cut(each, isFirst && i === 0)), [text]);
  },
  Split: (part, { reader, patternOf }) => {
    const pattern = patternOf(KIND, part);
    const split = splitOf(part.behavior, reader);
    return (text) => splitText(text, pattern, split, part.invert === true);
  },
  Whitespace: () => (text) => splitText(text, WORDS, "Removed", true),
  WhitespaceSplit: () => (text) => splitText(text, SPACES, "Removed"),
};

/** The pre-tokenizer of a `tokenizer.json`, by the rules of the Rust library that defines the format. */
export function preTokenizerOf(given: unknown, readers: Readers): PreTokenizer {
  const part = readers.reader.part(KIND, given);
  if (part === undefined) return (text) => [text];
  const read = Object.entries(READERS).find(([type]) => type === part.type)?.[1];
  return read?.(part, readers) ?? readers.reader.refuseType(KIND, part.type, Object.keys(READERS));
}

function byteLevel({ add_prefix_space: adds = true, use_regex: cuts = true }: TokenizerPart): PreTokenizer {
  return (text) => {
    const whole = adds === true && !text.startsWith(" ") ? ` ${text}` : text;
    return (cuts === true ? splitText(whole, GPT2, "Isolated") : [whole]).map(byteLetters);
  };
}

/**
 * Of older files `add_prefix_space`, of newer ones `prepend_scheme` says where a text begins with the sign
 * for a space.
 */
function metaspace(part: TokenizerPart, { reader }: Readers): PreTokenizer {
  const { add_prefix_space: adds, split: cuts = true } = part;
  const sign = reader.text(KIND, "replacement", part.replacement, "▁");
  const scheme = part.prepend_scheme ?? (adds === false ? "never" : "always");
  if (scheme !== "always" && scheme !== "first" && scheme !== "never") {
    return reader.refuse(
      `its pre-tokenizer has the prepend_scheme ${JSON.stringify(scheme)}`,
      "always, first or never",
    );
  }
  const pattern = literalPattern(sign);
  return (text, isFirst) => {
    const signed = text.replaceAll(" ", () => sign);
    const isBegun = scheme === "always" || (scheme === "first" && isFirst);
    const whole = isBegun && !signed.startsWith(sign) ? sign + signed : signed;
    return cuts === true ? splitText(whole, pattern, "MergedWithNext") : [whole];
  };
}

function fixedLength(length: unknown, reader: PartReader): PreTokenizer {
  if (!Number.isSafeInteger(length) || (length as number) < 1) {
    return reader.refuse(`its pre-tokenizer has the length ${JSON.stringify(length)}`, "an integer above 0");
  }
  const parts = new RegExp(`.{1,${length}}`, "gsu");
  return (text) => text.match(parts) ?? [];
}

function splitOf(behavior: unknown, reader: PartReader): Split {
  const split = SPLITS.find((each) => each === behavior);
  return (
    split ??
    reader.refuse(`its pre-tokenizer has the behavior ${JSON.stringify(behavior)}`, SPLITS.join(", "))
  );
}
