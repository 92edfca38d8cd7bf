import type { Assumption } from "../../privacy/index.js";
import type { Round } from "./round.js";

/** Whether a draw decides that a user or record takes part, or in which batch. */
function isDrawn(round: Round): boolean {
  switch (round.kind) {
    case "report":
    case "shuffle":
      return false;
    case "subsampledShuffle":
    case "checkInShuffle":
    case "poissonSample":
      return round.samplingRate < 1;
    case "randomAllocation":
      return round.steps > 1;
  }
}

/**
 * What a figure that takes credit for the round's draw of participants assumes besides: nothing where all
 * take part.
 */
export function secretParticipation(round: Round): readonly Assumption[] {
  return isDrawn(round) ? ["secret-participation"] : [];
}
