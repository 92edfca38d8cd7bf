import { withBlocksAndDummies } from "./_internal/with-blocks-and-dummies.js";
import type { EventRoundRow } from "./round-kind.js";

/** Every user's report, shuffled. */
export const shuffleRound: EventRoundRow<"shuffle"> = {
  words: "shuffle",
  bearings: { users: "less", reports: "less", samplingRate: "same" },
  isDrawn: () => false,
  read(event, report) {
    const { users } = event;
    const own = withBlocksAndDummies(event, report, 1);
    return { kind: "shuffle", users, reports: users, samplingRate: 1, ...own };
  },
  roundsOfBlocks: ({ blocks = 1 }) => blocks,
};
