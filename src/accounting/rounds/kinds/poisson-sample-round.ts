import type { EventRoundRow } from "./round-kind.js";

/** A trusted server's release about a Poisson sample of the records. */
export const poissonSampleRound: EventRoundRow<"poissonSample"> = {
  words: "Poisson sample",
  bearings: { samplingRate: "more" },
  isDrawn: ({ samplingRate }) => samplingRate < 1,
  read: ({ rate }, report) => ({ kind: "poissonSample", report, samplingRate: rate }),
  roundsOfBlocks: () => 1,
};
