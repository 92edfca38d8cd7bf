import { DpError } from "../../errors.js";
import type { LossOfRound } from "./pld-accountant.js";

/** The first of these that knows a round's pair; where none does, the first one's reason. */
export function firstApplicable(first: LossOfRound, ...others: readonly LossOfRound[]): LossOfRound {
  return (round, adjacency, failureBudget) => {
    const reasons: unknown[] = [];
    for (const lossOf of [first, ...others]) {
      try {
        return lossOf(round, adjacency, failureBudget);
      } catch (error) {
        if (!(error instanceof DpError && error.code === "NOT_APPLICABLE")) throw error;
        reasons.push(error);
      }
    }
    throw reasons[0];
  };
}
