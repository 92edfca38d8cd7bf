import { areRounds, withBlocksAndDummies } from "./_internal/with-blocks-and-dummies.js";
import type { EventRoundRow } from "./round-kind.js";

/** The reports of those users who check in, shuffled. */
export const checkInShuffleRound: EventRoundRow<"checkInShuffle"> = {
  words: "check-in shuffle",
  bearings: { users: "less", samplingRate: "more" },
  isDrawn: ({ samplingRate }) => samplingRate < 1,
  read(event, report) {
    const { users, checkInRate: samplingRate } = event;
    const own = withBlocksAndDummies(event, report, samplingRate);
    return { kind: "checkInShuffle", users, samplingRate, ...own };
  },
  roundsOfBlocks: (event) => (areRounds(event, event.checkInRate) ? (event.blocks ?? 1) : 1),
};
