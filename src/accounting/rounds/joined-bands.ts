import { ROUNDING, roundedDown, roundedUp } from "../../numerics/rounding.js";
import type { CountBand } from "./check-in-bands.js";

/**
 * Bands of numbers that are alike as one, of the fewest reports at the largest rate: for methods to which
 * each band costs much.
 *
 * @param kindOf of a number of reports: rises with it
 */
export function joinedBands(
  bands: readonly CountBand[],
  kindOf: (reports: number) => number,
): readonly CountBand[] {
  const groups = new Map<number, CountBand[]>();
  for (const band of bands) {
    const kind = kindOf(band.reports);
    groups.set(kind, [...(groups.get(kind) ?? []), band]);
  }
  return [...groups.values()].map(oneOf);
}

/** The changed user's report is there as often as in the bands. */
function oneOf(bands: readonly CountBand[]): CountBand {
  const samplingRate = Math.max(...bands.map((band) => band.samplingRate));
  const total = (name: "weight" | "leastWeight"): number =>
    bands.reduce((sum, band) => sum + band[name] * (band.samplingRate / samplingRate), 0);
  return {
    reports: Math.min(...bands.map(({ reports }) => reports)),
    samplingRate,
    weight: roundedUp(total("weight"), ROUNDING.formula),
    leastWeight: roundedDown(total("leastWeight"), ROUNDING.formula),
  };
}
