import type { EventRoundRow } from "./round-kind.js";

/**
 * A trusted server's releases about batches, one of which each record is in. Where it is in several, as many
 * rounds of fewer batches bound them.
 *
 * @see docs/theorems/random-allocation.md
 */
export const randomAllocationRound: EventRoundRow<"randomAllocation"> = {
  words: "random allocation",
  bearings: { steps: "less", joined: "same", allSteps: "less" },
  isDrawn: ({ steps }) => steps > 1,
  read: ({ steps: allSteps, joined = 1 }, report) => ({
    kind: "randomAllocation",
    report,
    steps: Math.floor(allSteps / joined),
    joined,
    allSteps,
  }),
  roundsOfBlocks: ({ joined = 1 }) => joined,
};
