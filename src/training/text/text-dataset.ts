import type { TextPair } from "./text-examples.js";

/** Texts, or pairs of texts, and the class of each. */
export interface LabelledTexts {
  readonly texts: readonly (string | TextPair)[];
  /** Places in the data set's `classes`. */
  readonly labels: Uint32Array;
}

/** Labelled texts as their publisher split them; {@link textExamples} makes examples of either split. */
export interface TextDataset {
  readonly train: LabelledTexts;
  readonly test: LabelledTexts;
  /** What the classes are called, in the order of their numbers. */
  readonly classes: readonly string[];
  /** Where the texts came from, for reports: a directory, or a package and its version. */
  readonly source: string;
}
