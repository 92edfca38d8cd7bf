import { sensitivityToClip } from "../../../privacy/index.js";
import type { NumberLaws } from "../_internal/report-laws.js";
import { normalLaws } from "./normal-laws.js";
import type { ReportRow } from "./report-row.js";

/** Gaussian noise on a vector or a sum: places are in clip bounds along the changed record. */
export const gaussianReport: ReportRow<"gaussian", NumberLaws> = {
  records: () => ({ range: { min: -1, max: 1 }, searched: [-1, -1 / 2, 0, 1 / 2, 1] }),
  lawsOf(event, { adjacency, records = [-1] }) {
    const clipBounds = sensitivityToClip(adjacency);
    const stdDev = event.noiseToClip ?? event.noiseMultiplier * clipBounds;
    return { laws: normalLaws(stdDev, [1, 1 - clipBounds, ...records]), records };
  },
  withDummy: (_, laws) => ({ ...laws, places: [...laws.places, 0] }),
  // The noise of a block is larger in its clip bounds.
  ofBlock: ({ kind, noiseToClip, noiseMultiplier }, blocks) =>
    noiseToClip === undefined
      ? { kind, noiseMultiplier: noiseMultiplier * Math.sqrt(blocks) }
      : { kind, noiseToClip: noiseToClip * Math.sqrt(blocks) },
  emptyCohort: [0],
};
