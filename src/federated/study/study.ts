/** How many users hold each category, or the numbers of each bin; or the mean of a number. */
export type StudyColumn =
  | { readonly kind: "frequencies"; readonly column: string; readonly categories: readonly string[] }
  | {
      readonly kind: "histogram";
      readonly column: string;
      readonly edges: readonly number[];
      /** Probabilities of the quantiles that are estimated; may be none. */
      readonly quantiles: readonly number[];
    }
  /** Numbers outside the bounds count as the nearest one. Not within groups. */
  | { readonly kind: "mean"; readonly column: string; readonly lower: number; readonly upper: number };

/** What puts users into groups: the column's value and the group are one report. */
export type StudyGroups =
  | { readonly kind: "frequencies"; readonly column: string; readonly categories: readonly string[] }
  | { readonly kind: "histogram"; readonly column: string; readonly edges: readonly number[] };

/**
 * What is asked, by whom, and within which limits. It never changes: a changed document is another study.
 * Keys are hexadecimal.
 */
export interface Study {
  readonly version: 1;
  readonly title: string;
  /**
   * `test` studies may be seeded and have any epsilon; clients refuse them unless they are told otherwise.
   */
  readonly purpose: "real" | "test";
  readonly task: "survey";
  /** What is asked: one slot each, by k-ary randomized response. */
  readonly columns: readonly StudyColumn[];
  readonly groupBy: StudyGroups | null;
  /** epsilon_0 of *all* messages of one user and round, nats; the columns share it equally. */
  readonly localEpsilon: number;
  /** Bytes of a report in each slot. */
  readonly slots: readonly number[];
  /** D per slot, uniform over the reports, made by the shuffler. */
  readonly dummies: number;
  /**
   * `credentials`: one upload per enrolled credential and round; `open`: anybody, as often as they like, and
   * no other user is credited.
   */
  readonly admission: "credentials" | "open";
  /** T, the most batches that are ever released. */
  readonly rounds: number;
  /** Fewest reports of a round that is released. */
  readonly floor: number;
  /** Most reports of a round. */
  readonly cap: number;
  /** h, the share of the reports that come from users who follow the protocol, (0, 1]. */
  readonly honestShare: number;
  readonly adjacency: "replace-one" | "zero-out";
  /** What the population may spend in all, against readers of the results. */
  readonly budget: { readonly epsilon: number; readonly delta: number };
  /** How long a round collects. */
  readonly windowSeconds: number;
  /** Clients wait for a time uniform in [0, delaySeconds]; at most the window. */
  readonly delaySeconds: number;
  /** How long a batch is kept that is not fetched. */
  readonly retentionDays: number;
  /** Whose budget it is: studies of one population share a ledger. Lower-case letters, digits and hyphens. */
  readonly population: string;
  readonly owner: { readonly publicKey: string };
  readonly shuffler: { readonly url: string; readonly publicKey: string };
  readonly analyzer: { readonly publicKey: string };
}
