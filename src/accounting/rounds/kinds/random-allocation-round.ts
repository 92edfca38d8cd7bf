import type { EventRoundRow } from "./round-kind.js";

/** A trusted server's releases about batches, one of which each record is in. */
export const randomAllocationRound: EventRoundRow<"randomAllocation"> = {
  words: "random allocation",
  bearings: { steps: "less" },
  isDrawn: ({ steps }) => steps > 1,
  read: ({ steps }, report) => ({ kind: "randomAllocation", report, steps }),
  roundsOfBlocks: () => 1,
};
