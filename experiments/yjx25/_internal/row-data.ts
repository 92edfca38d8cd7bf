import type { Dataset } from "../../../src/training/data/dataset.js";
import { languageExamples } from "../../../src/training/text/language-examples.js";
import { loadE2e, type MeaningAndText } from "../../../src/training/text/load-e2e.js";
import { loadGlue } from "../../../src/training/text/load-glue.js";
import { meaningPrompt } from "../../../src/training/text/meaning-prompt.js";
import { textExamples } from "../../../src/training/text/text-examples.js";
import type { Tokenizer } from "../../../src/training/text/tokenizer.js";
import { loadCifar100 } from "./load-cifar100.js";
import { loadDart } from "./load-dart.js";
import type { RowTask } from "./paper-rows.js";
import type { MeaningAndTexts } from "./written-texts.js";

/** How texts are cut. */
export interface RowReading {
  readonly tokenizer: Tokenizer;
  readonly length: number;
}

/** A row's data as examples; of meanings, those to be put into words. */
export interface RowData {
  readonly data: Pick<Dataset, "train" | "test">;
  readonly classes: number;
  readonly tested: readonly MeaningAndTexts[];
}

/** Meanings of the test split that are put into words. */
const MAX_MEANINGS = 50;

/** Reads the files of a task. */
export async function rowData(task: RowTask, directory: string, reading: RowReading): Promise<RowData> {
  if (task === "cifar100") return { data: await loadCifar100(directory), classes: 100, tested: [] };
  if (task === "e2e" || task === "dart") return writtenData(task, directory, reading);
  const { train, test, classes } = await loadGlue({ directory, task });
  const examplesOf = ({ texts, labels }: typeof train) =>
    textExamples(texts, labels, { ...reading, classes: classes.length });
  return { data: { train: examplesOf(train), test: examplesOf(test) }, classes: classes.length, tested: [] };
}

async function writtenData(task: "e2e" | "dart", directory: string, reading: RowReading): Promise<RowData> {
  const { train, test } = task === "e2e" ? await loadE2e({ directory }) : await loadDart(directory);
  const examplesOf = (rows: readonly MeaningAndText[]) =>
    languageExamples(
      rows.map(({ meaning, text }) => [meaningPrompt(meaning), text] as const),
      { ...reading, each: "text" },
    );
  return {
    data: { train: examplesOf(train), test: examplesOf(test) },
    classes: 0,
    tested: testedMeanings(test),
  };
}

/** The first meanings of a split, each with all of its texts. */
function testedMeanings(rows: readonly MeaningAndText[]): MeaningAndTexts[] {
  const texts = new Map<string, string[]>();
  for (const { meaning, text } of rows) texts.set(meaning, [...(texts.get(meaning) ?? []), text]);
  return [...texts].slice(0, MAX_MEANINGS).map(([meaning, each]) => ({ meaning, texts: each }));
}
