import type { ClipRule } from "../../../training/gradients/clip-rule.js";
import type { GradientEngine } from "../../../training/gradients/gradient-engine.js";

/**
 * The examples besides the canaries that have gradients; all further ones have gradient zero, as records may
 * have that an adversary made.
 */
export interface Others {
  readonly engine: Pick<GradientEngine, "clippedGradientSum">;
  readonly count: number;
}

/** What they add to a round, and what all of them would. */
export interface SumOfOthers {
  readonly sum: Float64Array;
  /** Undefined where it is zero. */
  readonly everyone: Float64Array | undefined;
}

/**
 * Of the examples numbered from `first` on.
 *
 * @param round.isWatched whether it is of interest what all of them would add
 */
export async function sumOfOthers(
  others: Others | undefined,
  round: {
    readonly weights: Float32Array;
    readonly indices: Uint32Array;
    readonly clip: ClipRule;
    readonly isWatched: boolean;
  },
  first: number,
): Promise<SumOfOthers> {
  const { weights, indices, clip } = round;
  if (others === undefined) return { sum: new Float64Array(weights.length), everyone: undefined };
  const { engine, count } = others;
  const joined = indices
    .filter((index) => index >= first && index < first + count)
    .map((index) => index - first);
  const { sum } = await engine.clippedGradientSum(weights, joined, clip);
  if (!round.isWatched) return { sum, everyone: undefined };
  if (joined.length === count) return { sum, everyone: sum.slice() };
  const every = Uint32Array.from({ length: count }, (_, i) => i);
  return { sum, everyone: (await engine.clippedGradientSum(weights, every, clip)).sum };
}
