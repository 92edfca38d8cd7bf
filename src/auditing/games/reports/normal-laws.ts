import { fillNormals } from "../../../random/index.js";
import type { NumberLaws } from "../_internal/report-laws.js";

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
