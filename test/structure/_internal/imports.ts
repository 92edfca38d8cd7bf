import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * A statement at the beginning of a line: what looks like one within a string or a comment stands behind
 * something.
 */
const STATEMENT = /^(?:(?:import|export)\b[^;"'`]*?\bfrom|import)\s*"([^"]+)"/gm;
const EXPRESSION = /^[^'`\n]*\bimport\(\s*"([^"]+)"/gm;

const read = new Map<string, readonly string[]>();

/**
 * What a source imports or exports from, types included, as it is written there; of the text in place of the
 * file where one is given.
 */
export function specifiersOf(path: string, text?: string): readonly string[] {
  if (text !== undefined) return specifiersIn(text);
  const known = read.get(path) ?? specifiersIn(readFileSync(path, "utf8"));
  read.set(path, known);
  return known;
}

function specifiersIn(text: string): string[] {
  return [STATEMENT, EXPRESSION].flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ([, name]) => name!),
  );
}

/** The sources that a source imports. */
export function targetsOf(path: string, text?: string): string[] {
  return specifiersOf(path, text)
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => resolve(dirname(path), specifier));
}
