/** What came of an item. */
export const VERDICTS = ["agrees", "other scale", "does not agree", "refuted", "not run"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** A table's row, a figure's panel, a definition, a theorem or a numbered claim of a paper. */
export interface PaperItem {
  /** As the paper numbers it. */
  readonly item: string;
  /** Its value, or what it says in a few words. */
  readonly printed: string;
  /** What the command line takes; a test file is run by vitest. */
  readonly command: string;
  readonly ours: ItemValue;
  /** What is proven of the same thing, for all data sets; nothing where the item is no privacy figure. */
  readonly proven: ItemValue;
  readonly verdict: Verdict;
  /** Which scale, why not, or refuted by what; required unless it agrees. */
  readonly why: string;
}

/** Words, a value computed whenever the table is made, or a cell that a run of minutes wrote. */
export type ItemValue = null | string | (() => string) | MeasuredCell;

/** A cell of what `croupier experiment NAME` wrote in its long form. */
export interface MeasuredCell {
  readonly experiment: string;
  readonly table: number;
  readonly row: number;
  /** How its title begins. */
  readonly column: string;
  /** What follows the number. */
  readonly unit?: string;
}
