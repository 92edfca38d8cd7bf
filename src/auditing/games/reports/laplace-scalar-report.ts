import { sampleUniform } from "../../../random/index.js";
import type { NumberLaws } from "../_internal/report-laws.js";
import { IN_INTERVAL } from "./records.js";
import type { ReportRow } from "./report-row.js";

/** Numbers with Laplace noise. */
export const laplaceScalarReport: ReportRow<"laplaceScalar"> = {
  records: () => IN_INTERVAL,
  lawsOf: ({ noiseToWidth }, { records = [0] }) => ({
    laws: laplaceLaws(noiseToWidth, [1, 0, ...records]),
    records,
  }),
};

/**
 * Laplace noise. Likelihood ratios are constant beyond the outermost places, exactly so: as a difference of
 * |x| and |x - 1| one would show the low bits of x, which tell 0 and 1 apart (Mironov's attack on
 * floating-point noise), and the game would be of another system.
 */
function laplaceLaws(scale: number, places: readonly number[]): NumberLaws {
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
