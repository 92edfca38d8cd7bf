import type { Adjacency } from "../../../privacy/index.js";
import { responseOver } from "../level-response.js";
import { type Family, type Setting, shuffledRound } from "./family.js";
import { gaussianFamily, laplaceFamily, trustedServerFamily } from "./noise-families.js";
import { twoLevelSpread } from "./shape-proxy.js";

/** Levels that numbers are rounded to: two, or any of these. */
const LEVELS = Array.from({ length: 62 }, (_, index) => index + 3);

/**
 * Randomizers of a number between ± halfWidth; the error is the mean's, for the values at which it is
 * largest.
 */
export function meanFamilies(halfWidth: number, setting: Setting, adjacency: Adjacency): Family[] {
  const overLevels = (levels: readonly number[]): Family => ({
    randomizer: "randomizedResponse",
    parameter: "localEpsilon",
    shapes: levels,
    ...twoLevelSpread((count) => ({ mass: 1 / count, overlap: 0 })),
    member(localEpsilon, count) {
      const { response, worstVariance } = responseOver(count, localEpsilon);
      return {
        parameters: { localEpsilon, levels: count },
        round: shuffledRound(setting, response.describe()),
        standardError: halfWidth * Math.sqrt(worstVariance / setting.sampled),
      };
    },
  });
  const ball = { dimension: 1, errorEntries: 1, clip: halfWidth, setting };
  return [
    overLevels([2]),
    overLevels(LEVELS),
    laplaceFamily(ball),
    gaussianFamily({ ...ball, adjacency }),
    trustedServerFamily({ ...ball, adjacency }),
  ];
}
