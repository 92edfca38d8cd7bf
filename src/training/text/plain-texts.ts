/**
 * Texts without labels, in two splits, for a language model; {@link languageExamples} makes examples of
 * either.
 */
export interface PlainTexts {
  readonly train: readonly string[];
  readonly test: readonly string[];
  /** Where the texts came from, for reports: a path, or a package and its version. */
  readonly source: string;
}
