import type { RoundRow } from "./round-kind.js";

/** A report by itself. */
export const reportRound: RoundRow<"report"> = {
  words: "a report by itself",
  bearings: {},
  isDrawn: () => false,
};
