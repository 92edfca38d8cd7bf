import type { ClipRule } from "../../../training/gradients/clip-rule.js";
import type { GradientSum } from "../../../training/gradients/gradient-engine.js";
import type { Canary, Expected } from "./canary.js";
import { type Others, sumOfOthers } from "./others.js";

/** Gradients of a data set whose example 0 is a canary, there or not. */
export class PlayEngine {
  readonly #canary: Canary;
  readonly #secret: boolean;
  readonly #others: Others | undefined;
  /** Of the last round. */
  expected!: Expected;
  /** Sum of all others' clipped gradients at the last round's weights, which the attacker knows; undefined where they are zero. */
  others: Float64Array | undefined;

  constructor(canary: Canary, secret: boolean, others: Others | undefined) {
    this.#canary = canary;
    this.#secret = secret;
    this.#others = others;
  }

  async clippedGradientSum(
    weights: Float32Array,
    indices: Uint32Array,
    clip: ClipRule,
  ): Promise<GradientSum> {
    this.expected = await this.#canary.expected(weights);
    const { sum, everyone } = await sumOfOthers(this.#others, { weights, indices, clip }, 1);
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
