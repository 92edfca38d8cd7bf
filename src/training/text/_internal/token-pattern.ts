import { tokenizerLibrary } from "./tokenizer-library.js";
import type { PartReader, TokenizerPart } from "./tokenizer-part.js";

/** The text as a pattern that stands for itself. */
export function literalPattern(text: string): RegExp {
  return new RegExp(text === "" ? "(?!)" : text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), "gu");
}

/** Reads a pattern of a `tokenizer.json`: a text, or an expression in Oniguruma's syntax. */
export type PatternReader = (kind: string, part: TokenizerPart) => RegExp;

/**
 * Expressions are translated by `@huggingface/tokenizers`; those that it translates into others are refused.
 */
export async function openPatternReader(reader: PartReader): Promise<PatternReader> {
  const { SplitPreTokenizer } = await tokenizerLibrary();
  return (kind, part) => {
    const pattern = reader.part(`${kind}'s pattern`, part.pattern) ?? {};
    if (typeof pattern.String === "string") return literalPattern(pattern.String);
    const { Regex } = pattern;
    if (typeof Regex !== "string") return reader.refuse(`its ${kind} has no pattern`, "a String or a Regex");
    const withoutClasses = Regex.replace(/\\./gsu, "_").replace(/\[[^\]]*\]/gu, "_");
    if (/\(\?>|[*+?]\+/u.test(withoutClasses)) {
      return reader.refuse(
        `its ${kind} never goes back in ${JSON.stringify(Regex)}`,
        "no (?>...), *+, ++ or ?+",
      );
    }
    try {
      return new SplitPreTokenizer({
        type: "Split",
        pattern: { Regex: withFoldedLetters(Regex) },
        invert: true,
      }).pattern;
    } catch (cause) {
      return reader.refuse(
        `its ${kind} has the pattern ${JSON.stringify(Regex)}`,
        "a regular expression",
        cause,
      );
    }
  };
}

/**
 * Words in a group of any case: Oniguruma takes a long s for an s and the sign of kelvins for a k, JavaScript
 * and the library do not.
 */
function withFoldedLetters(regex: string): string {
  const classOf = (letter: string): string => {
    const other = { s: "\u017f", k: "\u212a" }[letter.toLowerCase()] ?? "";
    return `[${letter.toLowerCase()}${letter.toUpperCase()}${other}]`;
  };
  return regex.replace(
    /\(\?i:([A-Za-z'|]+)\)/gu,
    (_, words: string) => `(?:${words.replace(/[A-Za-z]/gu, classOf)})`,
  );
}
