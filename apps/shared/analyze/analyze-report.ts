import type { ColumnsCollection } from "../../../src/analytics/columns/columns-collection.js";

/** What was estimated of a table, and what all of it spends together. */
export interface AnalyzeReport extends ColumnsCollection {
  readonly delimiter: string;
  /** Whether neither a flag nor the file said it. */
  readonly delimiterGuessed: boolean;
  /** What takes privacy away that the figures do not count. */
  readonly warnings: readonly string[];
  /** What a reader could take for more than it is. */
  readonly remarks: readonly string[];
}
