import { gaussianEpsilon } from "../../accounting/theorems/gaussian.js";
import type { CheckInStudyProtocol, StudyTerms } from "../study/study.js";

/**
 * epsilon of a round's Gaussian reports by themselves, between any two gradients, at the budget's delta over
 * the rounds: all of a user's blocks together are one Gaussian report, of two vectors at most 2 C apart.
 */
export function gaussianLocalEpsilon(
  { noiseToClip }: CheckInStudyProtocol,
  { budget, rounds }: Pick<StudyTerms, "budget" | "rounds">,
): number {
  return gaussianEpsilon({ delta: budget.delta / rounds, noiseMultiplier: noiseToClip / 2 });
}
