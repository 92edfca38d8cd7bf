import type { GradientEngine, GradientSum } from "../../../training/gradients/gradient-engine.js";
import type { ClipRule } from "../../../training/gradients/clip-rule.js";
import type { Canary, Expected } from "./canary.js";

/** The examples besides the canary that have gradients. */
export interface Others {
  readonly engine: Pick<GradientEngine, "clippedGradientSum">;
  readonly count: number;
}

/**
 * Gradients of a data set whose example 0 is a canary, there or not; the next ones are those of the others, and all further ones have gradient zero,
 * as records may have that an adversary made.
 */
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

  async clippedGradientSum(weights: Float32Array, indices: Uint32Array, clip: ClipRule): Promise<GradientSum> {
    this.expected = await this.#canary.expected(weights);
    const sum = await this.#sumOfOthers(weights, indices, clip);
    if (indices.includes(0)) {
      const more = await this.#canary.contribution(this.#secret, weights, clip);
      more?.forEach((entry, i) => {
        sum[i]! += entry;
      });
    }
    return { sum, lossSum: 0 };
  }

  async #sumOfOthers(weights: Float32Array, indices: Uint32Array, clip: ClipRule): Promise<Float64Array> {
    if (this.#others === undefined) return new Float64Array(weights.length);
    const { engine, count } = this.#others;
    const every = Uint32Array.from({ length: count }, (_, i) => i);
    this.others = (await engine.clippedGradientSum(weights, every, clip)).sum;
    const joined = indices.filter((index) => index >= 1 && index <= count).map((index) => index - 1);
    return joined.length === count
      ? this.others.slice()
      : (await engine.clippedGradientSum(weights, joined, clip)).sum;
  }
}
