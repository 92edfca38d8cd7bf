/**
 * The ziggurat of exp(-x²/2), x >= 0: 256 layers of equal area (Marsaglia and Tsang, "The Ziggurat Method for
 * Generating Random Variables", JSS 2000). Layer 0 is the base strip together with the tail beyond
 * `TAIL_START`.
 */
import { exp, log } from "../../numerics/portable-math.js";
import type { RandomSource } from "../random-source.js";
import { sampleUniform } from "../sample-uniform.js";

export const LAYERS = 256;

/** Where the tail starts: the root of the condition that the top layer ends at height 1. */
export const TAIL_START = 3.654152885361009;

/** The area of each layer: TAIL_START exp(-TAIL_START²/2) plus the tail's area. */
export const LAYER_AREA = 0.004928673233974655;

/**
 * Right edge of each layer, and 0 after the last; layer 0's is as wide as its area at the base strip's
 * height.
 */
export const EDGES: Float64Array = edges();

/** exp(-x²/2) at each edge. */
export const HEIGHTS: Float64Array = EDGES.map((edge) => exp((-edge * edge) / 2));

function edges(): Float64Array {
  const result = new Float64Array(LAYERS + 1);
  result[0] = LAYER_AREA / exp((-TAIL_START * TAIL_START) / 2);
  result[1] = TAIL_START;
  for (let layer = 2; layer < LAYERS; layer++) {
    const below = result[layer - 1]!;
    result[layer] = Math.sqrt(-2 * log(LAYER_AREA / below + exp((-below * below) / 2)));
  }
  return result;
}

/**
 * A standard normal number given that it exceeds `TAIL_START` (Marsaglia, Technometrics 1964); reaches 12.2.
 */
export function sampleNormalTail(source: RandomSource): number {
  for (;;) {
    const excess = -log(sampleUniform(source)) / TAIL_START;
    if (-2 * log(sampleUniform(source)) > excess * excess) return TAIL_START + excess;
  }
}
