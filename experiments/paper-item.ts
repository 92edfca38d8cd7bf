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

/** Nothing, or parts that stand one behind the other. */
export type ItemValue = null | ItemPart | readonly ItemPart[];

/**
 * Words, a value computed whenever the table is made, a cell that a run of minutes wrote, or a figure that
 * another page records. Words hold no figure of ours: a test looks.
 */
export type ItemPart = string | (() => string) | MeasuredCell | RecordedFigure;

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

/** A figure of a run of more than minutes, on the page that tells of the run. */
export interface RecordedFigure {
  /** The page's path. */
  readonly page: string;
  /** What stands there, the figure in its only group. */
  readonly words: RegExp;
  /** What follows the figure. */
  readonly unit?: string;
}
