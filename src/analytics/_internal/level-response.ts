import { karyRandomizedResponse, type RandomizedResponse } from "../../mechanisms/index.js";

/** More levels only help where the local epsilon is beyond all privacy. */
const MAX_LEVELS = 256;

/**
 * Randomized response over equally spaced levels from -1 to 1, for numbers that are first rounded to a level
 * without bias.
 */
export interface LevelResponse {
  readonly response: RandomizedResponse;
  /** The largest variance of one report's estimate, over all numbers in [-1, 1]. */
  readonly worstVariance: number;
  /** The largest distance of one report's estimate from the number. */
  readonly worstError: number;
}

/**
 * The response over the number of levels whose worst variance is least: two up to about ε₀ = 1.1, then ever
 * more. It depends on no data.
 */
export function levelResponse(localEpsilon: number): LevelResponse {
  let best = responseOver(2, localEpsilon);
  for (let levels = 3; levels <= MAX_LEVELS; levels++) {
    const next = responseOver(levels, localEpsilon);
    if (next.worstVariance < best.worstVariance) best = next;
  }
  return best;
}

/** The response over a number of levels. */
export function responseOver(levels: number, localEpsilon: number): LevelResponse {
  const response = karyRandomizedResponse({ localEpsilon, categories: levels });
  const contrast = response.truthProbability - response.probability(1, 0);
  return { response, worstVariance: worstVariance(levels, contrast), worstError: 1 / contrast + 1 };
}

/**
 * A report is uniform over the levels with probability 1 - contrast, else the rounded number; its estimate is
 * the level over contrast. At x between the levels a < b that has the variance (contrast ((a + b) x - a b) +
 * (1 - contrast) U) / contrast² - x², with U the mean square of the levels: a parabola with its top at (a +
 * b) / (2 contrast).
 */
function worstVariance(levels: number, contrast: number): number {
  const uniform = (levels + 1) / (3 * (levels - 1));
  let worst = 0;
  for (let cell = 0; cell < levels - 1; cell++) {
    const a = -1 + (2 * cell) / (levels - 1);
    const b = -1 + (2 * (cell + 1)) / (levels - 1);
    const x = Math.max(a, Math.min(b, (a + b) / (2 * contrast)));
    const square = contrast * ((a + b) * x - a * b) + (1 - contrast) * uniform;
    worst = Math.max(worst, square / contrast ** 2 - x * x);
  }
  return worst;
}
