import type { PrivacyLossDistribution } from "../../pld/privacy-loss-distribution.js";
import type { Adjacency } from "../../privacy/index.js";
import type { Coverage } from "../rounds/coverage.js";
import type { Round } from "../rounds/round.js";
import type { NeighbourPair } from "./neighbour-pair.js";

/**
 * A cohort of one round: the laws of its outputs on two neighbouring data sets, between certified ends or
 * from below.
 */
export type Cohort = {
  /** Which data sets, and where their laws are derived. */
  readonly source: string;
  readonly remark?: string;
} & (
  | { readonly loss: PrivacyLossDistribution; readonly pair?: never }
  | { readonly pair: NeighbourPair; readonly loss?: never }
);

/** Cohorts of the rounds that are covered. */
export interface CohortRule {
  readonly covers: readonly Coverage[];
  /** @throws DpError NOT_APPLICABLE no cohort's laws are known for the round */
  readonly cohortsOf: (round: Round, adjacency: Adjacency) => readonly Cohort[];
}

/** What is said of a cohort, with the document that derives its laws. */
export function cohortSource(words: string): string {
  return `${words} (docs/theorems/lower-ends.md, Theorem 1)`;
}
