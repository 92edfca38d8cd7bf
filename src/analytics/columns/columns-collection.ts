import type { NotApplicable } from "../../accounting/index.js";
import type { Adjacency, Guarantee, MechanismEvent } from "../../privacy/index.js";
import type { ColumnEstimates } from "./column-estimates.js";

/** What was estimated of several columns, and what all of it spends together. */
export interface ColumnsCollection {
  /** One entry per column, in their order. */
  readonly columns: readonly ColumnEstimates[];
  /** n. */
  readonly users: number;
  /** Of all intervals together where `simultaneous`, else of each. */
  readonly confidence: number;
  /** See {@link SimultaneousOptions}. */
  readonly simultaneous: boolean;
  /** ε₀ of one user's reports together. */
  readonly localEpsilon: number;
  /** Which data sets count as neighbours. */
  readonly adjacency: Adjacency;
  /** δ of the guarantee. */
  readonly delta: number;
  /** What was released: a shuffle, or the sequence of the columns' shuffles. */
  readonly event: MechanismEvent;
  /** Best first, see `accounting.guarantees`. */
  readonly guarantees: readonly Guarantee[];
  /** The methods that do not apply, with their reasons. */
  readonly notApplicable: readonly NotApplicable[];
  /** Whether the source could be predicted: then nothing here is private. */
  readonly seeded: boolean;
}
