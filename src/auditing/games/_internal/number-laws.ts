import { fillNormals, sampleUniform } from "../../../random/index.js";
import type { NumberLaws } from "./report-laws.js";

/** Normal noise of a standard deviation in the unit of the places. */
export function normalLaws(stdDev: number, places: readonly number[]): NumberLaws {
  const variance = stdDev * stdDev;
  return {
    kind: "number",
    places,
    fillNoise: (source, out) => fillNormals(source, out, stdDev),
    logDensity: (report, place) => ((report - place / 2) / variance) * place,
  };
}

/**
 * Laplace noise. Likelihood ratios are constant beyond the outermost places, exactly so: as a difference of
 * |x| and |x - 1| one would show the low bits of x, which tell 0 and 1 apart (Mironov's attack on
 * floating-point noise), and the game would be of another system.
 */
export function laplaceLaws(scale: number, places: readonly number[]): NumberLaws {
  const low = Math.min(...places);
  const high = Math.max(...places);
  return {
    kind: "number",
    places,
    fillNoise: (source, out) => {
      for (let i = 0; i < out.length; i++) {
        const u = sampleUniform(source) - 1 / 2;
        out[i] = -scale * Math.sign(u) * Math.log1p(-2 * Math.abs(u));
      }
    },
    logDensity: (report, place) => -Math.abs(Math.min(high, Math.max(low, report)) - place) / scale,
  };
}
