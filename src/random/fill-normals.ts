import { exp } from "../numerics/portable-math.js";
import { checkArrayLike, checkNumber } from "../validate.js";
import { bits53, drawWord } from "./_internal/draw.js";
import { EDGES, HEIGHTS, LAYERS, sampleNormalTail } from "./_internal/ziggurat.js";
import { checkSource } from "./check-source.js";
import type { RandomSource } from "./random-source.js";
import { sampleUniform } from "./sample-uniform.js";

/** Words per block; two make one number nearly always. */
const BLOCK_WORDS = 2048;

/** Times the farthest number this is still a double. */
const MAX_DEVIATION = 1e300;

/**
 * Fills an array with independent normal numbers of mean 0.
 *
 * Ziggurat with 53-bit uniforms and Marsaglia's exact tail: the law is right beyond 8 standard deviations,
 * and the numbers reach 12.2. They are doubles on a grid, not reals: a floating-point attack (Mironov, CCS
 * 2012) is not excluded; where that matters use the discrete Gaussian.
 *
 * @param source where the bits come from
 * @param out    the array to fill; numbers are rounded to its precision
 * @param stdDev standard deviation, [0, 1e300]
 * @throws DpError OUT_OF_RANGE stdDev is NaN or outside its range; BAD_INPUT source is none, or out no array
 * @example
 * const noise = new Float64Array(1000);
 * fillNormals(secureSource(), noise, 9.48);
 * noise.every(Number.isFinite); // true
 * @see Marsaglia and Tsang, "The Ziggurat Method for Generating Random Variables", JSS 2000
 */
export function fillNormals(source: RandomSource, out: Float64Array | Float32Array, stdDev: number): void {
  checkSource("fillNormals: source", source);
  checkArrayLike("fillNormals: out", out);
  checkNumber("fillNormals: stdDev", stdDev, { min: 0, max: MAX_DEVIATION });
  const words = new Uint32Array(Math.min(BLOCK_WORDS, 2 * out.length));
  for (let filled = 0; filled < out.length; ) {
    const block = words.subarray(0, 2 * (out.length - filled));
    source.fill(block);
    for (let index = 0; index < block.length; index += 2) {
      out[filled++] = stdDev * standardNormal(source, block[index]!, block[index + 1]!);
    }
  }
}

/**
 * The normal number of two words: 8 bits choose the layer, one the sign, 53 the place; one time in a hundred
 * more are drawn.
 */
function standardNormal(source: RandomSource, high: number, low: number): number {
  const layer = low & (LAYERS - 1);
  const sign = 1 - ((low & LAYERS) >>> 7);
  const place = bits53(high, low) * 2 ** -53 * EDGES[layer]!;
  if (place < EDGES[layer + 1]!) return sign * place;
  if (layer === 0) return sign * sampleNormalTail(source);
  const height = HEIGHTS[layer]! + sampleUniform(source) * (HEIGHTS[layer + 1]! - HEIGHTS[layer]!);
  if (height < exp((-place * place) / 2)) return sign * place;
  return standardNormal(source, drawWord(source), drawWord(source));
}
