import type { DummiesBudget } from "../../../../src/analytics/index.js";
import type { Adjacency } from "../../../../src/privacy/index.js";
import type { NumberWriting } from "./number-writing.js";

/** What is asked of one column, from public knowledge alone. */
export type ColumnPlan = CategoriesPlan | BinsPlan | MeanPlan;

/** How a column's values are put into finitely many choices. */
export type ChoicesPlan = CategoriesPlan | BinsPlan;

interface AnyColumn<Value> {
  readonly column: string;
  /** What an empty cell counts as. */
  readonly missing?: Value | undefined;
}

export interface CategoriesPlan extends AnyColumn<string> {
  readonly kind: "frequencies";
  /** Learned from the data, and disclosed, where it is left out. */
  readonly categories?: readonly string[] | undefined;
}

export interface BinsPlan extends AnyColumn<number> {
  readonly kind: "histogram";
  readonly edges: readonly number[];
  /** The probabilities of the quantiles. */
  readonly quantiles: readonly number[];
}

export interface MeanPlan extends AnyColumn<number> {
  readonly kind: "mean";
  readonly lower: number;
  readonly upper: number;
}

/** How the flags say that cells are written. */
export interface CellWriting extends NumberWriting {
  /** Cells that mean the same as an empty one. */
  readonly missingValues: readonly string[];
}

/** What is asked of a table, and what it may spend. */
export interface AnalyzePlan extends CellWriting {
  readonly columns: readonly ColumnPlan[];
  readonly groupBy?: ChoicesPlan | undefined;
  /** ε₀ of all reports of one user together; left out where `targetEpsilon` is given. */
  readonly localEpsilon?: number | undefined;
  /** ε of all shuffled reports together; left out where `localEpsilon` is given. */
  readonly targetEpsilon?: number | undefined;
  /** Where the shuffler adds a random number of dummies of each choice. */
  readonly randomDummies?: DummiesBudget | undefined;
  readonly adjacency: Adjacency;
  /** By default a power of ten, at most 0.1 / users. */
  readonly delta?: number | undefined;
  readonly confidence: number;
  readonly simultaneous: boolean;
  readonly seed?: number | undefined;
  /** Guessed where it is left out. */
  readonly delimiter?: string | undefined;
}
