import type { ClipRule } from "../../../training/gradients/clip-rule.js";
import type { GradientSum } from "../../../training/gradients/gradient-engine.js";
import type { Canary, Expected } from "./canary.js";
import { type Others, sumOfOthers } from "./others.js";

/** Gradients of a data set whose example 0 is a canary, there or not. */
export class PlayEngine {
  readonly #canary: Canary;
  readonly #secret: boolean;
  readonly #others: Others | undefined;
  readonly #isWatched: boolean;
  /** Of the last round, where releases are watched. */
  expected!: Expected;
  /**
   * Sum of all others' clipped gradients at the last round's weights, which the attacker knows; undefined
   * where they are zero.
   */
  others: Float64Array | undefined;

  constructor(
    canary: Canary,
    play: { readonly secret: boolean; readonly others: Others | undefined; readonly isWatched: boolean },
  ) {
    this.#canary = canary;
    this.#secret = play.secret;
    this.#others = play.others;
    this.#isWatched = play.isWatched;
  }

  async clippedGradientSum(
    weights: Float32Array,
    indices: Uint32Array,
    clip: ClipRule,
  ): Promise<GradientSum> {
    const isWatched = this.#isWatched;
    if (isWatched) this.expected = await this.#canary.expected(weights);
    const { sum, everyone } = await sumOfOthers(this.#others, { weights, indices, clip, isWatched }, 1);
    this.others = everyone;
    if (indices.includes(0)) {
      const more = await this.#canary.contribution(this.#secret, weights, clip);
      more?.forEach((entry, i) => {
        sum[i]! += entry;
      });
    }
    return { sum, lossSum: 0 };
  }
}
