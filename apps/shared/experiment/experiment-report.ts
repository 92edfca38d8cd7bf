import type { ExperimentResult } from "../../../experiments/experiment.js";

/** What an experiment came to, and where and how it ran. */
export interface ExperimentReport extends ExperimentResult {
  readonly experiment: string;
  readonly title: string;
  /** Sizes and data, where they are not the paper's. */
  readonly scale: string;
  readonly quick: boolean;
  readonly seed: number;
  /** Wall-clock time. */
  readonly seconds: number;
  /** Of croupier. */
  readonly version: string;
  readonly machine: string;
  /** When it ended, ISO 8601. */
  readonly finished: string;
}
