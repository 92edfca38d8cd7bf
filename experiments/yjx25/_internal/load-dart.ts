import { joinPath } from "../../../src/training/data/_internal/node-files.js";
import { unreadable } from "../../../src/training/data/_internal/unreadable.js";
import { readText } from "../../../src/training/text/_internal/read-text.js";
import type { MeaningAndText, MeaningDataset } from "../../../src/training/text/load-e2e.js";

/** The files of DART's version 1.1.1. */
export const DART_FILES = {
  train: "dart-v1.1.1-full-train.json",
  test: "dart-v1.1.1-full-test.json",
} as const;
const LAYOUT = "a list of records with tripleset (lists of three texts) and annotations (with a text)";

/**
 * Loads DART: records of triples, and texts that say them. A row is a record with one of its texts.
 *
 * @throws DpError DATA_UNREADABLE a file is missing, not UTF-8 or of another layout
 */
export async function loadDart(directory: string): Promise<MeaningDataset> {
  const [train, test] = [DART_FILES.train, DART_FILES.test].map((name) => joinPath(directory, name));
  return { train: await loadRows(train!), test: await loadRows(test!), source: directory };
}

async function loadRows(file: string): Promise<MeaningAndText[]> {
  const rows = recordsOf(file, await readText(file, LAYOUT)).flatMap((record, i) =>
    rowsOf(record, `${file}: record ${i + 1}`),
  );
  if (rows.length === 0) throw unreadable(file, "has no texts", LAYOUT);
  return rows;
}

function recordsOf(file: string, text: string): readonly unknown[] {
  try {
    const parsed: unknown = JSON.parse(text);
    if (Array.isArray(parsed)) return parsed;
  } catch (cause) {
    throw unreadable(file, "is not JSON", LAYOUT, cause);
  }
  throw unreadable(file, "is no list", LAYOUT);
}

function rowsOf(record: unknown, place: string): MeaningAndText[] {
  const { tripleset, annotations } = Object(record) as Readonly<Record<string, unknown>>;
  if (!Array.isArray(tripleset) || !Array.isArray(annotations))
    throw unreadable(place, "lacks a field", LAYOUT);
  const meaning = tripleset.map((triple) => meaningOf(triple, place)).join(" | ");
  return annotations.map((annotation) => {
    const { text } = Object(annotation) as Readonly<Record<string, unknown>>;
    if (typeof text !== "string" || text.trim() === "") throw unreadable(place, "has an empty text", LAYOUT);
    return { meaning, text };
  });
}

function meaningOf(triple: unknown, place: string): string {
  const isTriple =
    Array.isArray(triple) && triple.length === 3 && triple.every((part) => typeof part === "string");
  if (isTriple) return triple.join(" : ");
  throw unreadable(place, "has a triple that is none", LAYOUT);
}
