import { Option } from "commander";
import { checkOneOf } from "../../../src/validate.js";

/** Longer lists are for `--help`'s own sections, and for the shell's completion. */
const FEW = 6;

/**
 * A flag that takes one of a list of words.
 *
 * @param flags as commander spells it, e.g. `--adjacency <a>`
 */
export function wordOption(flags: string, about: string, words: readonly string[]): Option {
  const flag = flags.split(" ")[0]!;
  return new Option(flags, withWords(about, words))
    .choices(words)
    .argParser((text) => checkOneOf(flag, text, words));
}

/** A description with the words that are allowed, where they are few. */
export function withWords(about: string, words: readonly string[]): string {
  return words.length > FEW ? about : `${about}: ${words.join(", ")}`;
}
