import { levelNoise } from "../../_internal/level-noise.js";
import { responseOver } from "../../_internal/level-response.js";
import { chosenDummies, type DummyParameters } from "./chosen-dummies.js";

/** More levels have more dummies, and round hardly less. */
const MAX_LEVELS = 256;

/**
 * The number of levels whose mean has the least worst variance among dummies: a third level rounds half as
 * much, and each one more adds noise. It depends on no data.
 */
export function levelsAmongDummies(users: number, localEpsilon: number, dummies: DummyParameters): number {
  let best = { levels: 2, variance: Infinity };
  for (let levels = 2; levels <= MAX_LEVELS; levels++) {
    const { response, worstVariance } = responseOver(levels, localEpsilon);
    const noise = levelNoise(chosenDummies(levels, dummies)).variance / response.contrast ** 2;
    const variance = users * worstVariance + noise;
    if (variance < best.variance) best = { levels, variance };
  }
  return best.levels;
}
