import type { Examples } from "./examples.js";

/** A data set as its publisher split it. */
export interface Dataset {
  readonly train: Examples;
  readonly test: Examples;
  /** Where the bytes came from, for reports: a directory, or a package and its version. */
  readonly source: string;
}
