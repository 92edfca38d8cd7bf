import type { NotApplicable } from "../../../src/accounting/index.js";
import type {
  FrequencyEstimates,
  GroupEstimate,
  HistogramEstimates,
  MeanEstimate,
  QuantileEstimate,
} from "../../../src/analytics/index.js";
import type { Adjacency, Guarantee, MechanismEvent } from "../../../src/privacy/index.js";

/** What was estimated of one column. */
export type ColumnReport = FrequencyReport | HistogramReport | MeanReport | GroupsReport;

interface AnyReport {
  readonly column: string;
  /** ε₀ of one report about this column. */
  readonly localEpsilon: number;
}

export interface FrequencyReport extends AnyReport, FrequencyEstimates {
  readonly kind: "frequencies";
  readonly categoriesDisclosed: boolean;
}

export interface HistogramReport extends AnyReport, HistogramEstimates {
  readonly kind: "histogram";
  readonly edges: readonly number[];
  readonly quantiles: readonly QuantileEstimate[];
}

export interface MeanReport extends AnyReport, MeanEstimate {
  readonly kind: "mean";
  readonly bounds: { readonly lower: number; readonly upper: number };
}

export interface GroupsReport extends AnyReport {
  readonly kind: "groups";
  /** The column that makes the groups. */
  readonly groupBy: string;
  readonly users: number;
  readonly groups: readonly GroupReport[];
  readonly confidence: number;
  readonly simultaneous: boolean;
  readonly categoriesDisclosed: boolean;
}

export interface GroupReport extends GroupEstimate {
  /** Undefined where none were asked for, or nothing is known of the group. */
  readonly quantiles: readonly QuantileEstimate[] | undefined;
}

/** What was estimated of a table, and what all of it spends together. */
export interface AnalyzeReport {
  readonly columns: readonly ColumnReport[];
  readonly users: number;
  /** What was released: a shuffle, or the sequence of the columns' shuffles. */
  readonly event: MechanismEvent;
  readonly adjacency: Adjacency;
  readonly delta: number;
  /** ε₀ of one user's reports together. */
  readonly localEpsilon: number;
  readonly confidence: number;
  readonly simultaneous: boolean;
  readonly guarantees: readonly Guarantee[];
  readonly notApplicable: readonly NotApplicable[];
  readonly seeded: boolean;
  readonly delimiter: string;
  /** Whether neither a flag nor the file said it. */
  readonly delimiterGuessed: boolean;
  /** What takes privacy away that the figures do not count. */
  readonly warnings: readonly string[];
  /** What a reader could take for more than it is. */
  readonly remarks: readonly string[];
}
