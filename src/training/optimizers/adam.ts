import { pow } from "../../numerics/portable-math.js";
import type { Optimizer } from "./optimizer.js";

/** Adam's decays and the constant in its denominator. */
export interface AdamOptions {
  /** β₁, share of the mean gradient so far that stays, [0, 1). */
  readonly adamBeta1: number;
  /** β₂, the same for the mean squared gradient. */
  readonly adamBeta2: number;
  /** ε in the denominator; keeps entries that hardly move from moving far. */
  readonly adamEpsilon: number;
}

/**
 * Adam: direction = m̂ / (√v̂ + ε) with m̂ and v̂ the running means of the gradients and of their squares,
 * freed from the zeros that they began with.
 *
 * The gradients are the released ones, so their squares include the noise's variance: where noise outweighs
 * the signal, all entries move about equally far.
 *
 * @see Kingma, Ba, "Adam: A Method for Stochastic Optimization", ICLR 2015, arXiv:1412.6980, Algorithm 1
 */
export function adam({ adamBeta1, adamBeta2, adamEpsilon }: AdamOptions): Optimizer {
  return {
    memorySize: 2,
    step(gradient, memory, round) {
      const { length } = gradient;
      const [mean = new Float32Array(length), square = new Float32Array(length)] = memory;
      const means = new Float32Array(length);
      const squares = new Float32Array(length);
      for (let i = 0; i < length; i++) {
        means[i] = adamBeta1 * mean[i]! + (1 - adamBeta1) * gradient[i]!;
        squares[i] = adamBeta2 * square[i]! + (1 - adamBeta2) * gradient[i]! ** 2;
      }
      const meanShare = 1 - pow(adamBeta1, round + 1);
      const squareShare = 1 - pow(adamBeta2, round + 1);
      const direction = new Float64Array(length);
      for (let i = 0; i < length; i++) {
        direction[i] = means[i]! / meanShare / (Math.sqrt(squares[i]! / squareShare) + adamEpsilon);
      }
      return { direction, memory: [means, squares] };
    },
  };
}
