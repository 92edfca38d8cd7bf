import type { ScoreLaw } from "./score-law.js";

/** The laws of one report's score: of the others' reports, and of the changed user's under P and under Q. */
export interface ReportScores {
  readonly others: ScoreLaw;
  readonly changed: readonly [ScoreLaw, ScoreLaw];
  /** Of a dummy, where there are dummies. */
  readonly dummy?: ScoreLaw;
  /** The relative error of the masses. */
  readonly massError: number;
  /** Whether sums may not share a bin. Default false. */
  readonly everySum?: boolean;
}
