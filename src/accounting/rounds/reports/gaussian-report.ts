import { sensitivityToClip } from "../../../privacy/index.js";
import type { ReportRow } from "./report-kind.js";
import { SHORT } from "./work.js";

/** Gaussian noise on a vector or a sum; relative to the sensitivity here. */
export const gaussianReport: ReportRow<"gaussian"> = {
  words: { gaussian: "Gaussian" },
  coveredAs: () => "gaussian",
  bearings: { noiseMultiplier: "less" },
  work: () => ({ ...SHORT, varied: 8 }),
  read: (event, adjacency) =>
    event.noiseToClip === undefined
      ? event
      : { kind: "gaussian", noiseMultiplier: event.noiseToClip / sensitivityToClip(adjacency) },
};
