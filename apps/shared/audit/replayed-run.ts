import type { CanaryKind } from "../../../src/auditing/index.js";
import type { SettledConfig } from "../../../src/training/options/protocol-of.js";

/** What of a run is played. */
export interface ReplayedRun {
  readonly folder: string;
  readonly protocol: SettledConfig["protocol"];
  /** Of the run so far, all of which are played. */
  readonly rounds: number;
  readonly examples: number;
  readonly canary: CanaryKind;
}
