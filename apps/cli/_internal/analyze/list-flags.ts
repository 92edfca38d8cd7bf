import Papa from "papaparse";
import { normalizedText } from "../../../shared/analyze/input/normalized-text.js";
import { toNumber } from "../number-option.js";
import { badFlag } from "./bad-flag.js";

/** The parser of a flag that takes words, as lines of CSV. */
export function wordsOf(flag: string): (text: string) => string[] {
  return (text) => {
    const { data, errors } = Papa.parse<string[]>(text, { delimiter: ",", newline: "\n" });
    const words = data.flat();
    if (errors.length === 0 && !words.some((word) => /^\s+"/.test(word))) return words.map(normalizedText);
    throw badFlag(
      flag,
      text,
      "words as a line of CSV",
      "a quote follows its comma at once, and is doubled inside",
    );
  };
}

/** The parser of a flag that takes numbers, e.g. `0.25,0.5`. */
export function numbersOf(flag: string): (text: string) => number[] {
  return (text) => text.split(",").map((number) => toNumber(flag, number));
}
