import type { CheckInReports } from "../../../src/training/options/run-config.js";
import { groupDigits } from "../words/group-digits.js";
import type { TrainSummary } from "./train-summary.js";

/**
 * What is to be said of a run's blocks and dummies: what users send, and on whom the figures depend for it.
 */
export function shuffleWords({ event, config }: Pick<TrainSummary, "event" | "config">): string[] {
  if (event === null) return [];
  // No other protocol has these fields.
  const { blocks = 1, dummies = 0, dummiesBy, absentees } = config as Partial<CheckInReports>;
  return [
    ...(blocks > 1 ? [blockWords(blocks)] : []),
    ...(absentees === "dummy" ? [ABSENTEES] : []),
    ...(dummies > 0 ? [dummyWords(dummies, dummiesBy === "users", blocks > 1)] : []),
  ];
}

const ABSENTEES =
  "Users who do not join a round send reports of pure noise, so that every user sends the same in every round, and the mean is over the expected number of those who join.";

function blockWords(blocks: number): string {
  return `A user sends ${groupDigits(blocks)} blocks of her vector after a public rotation, each clipped to C / √${blocks} and shuffled by itself; nobody may be able to link them.`;
}

function dummyWords(dummies: number, isByUsers: boolean, hasBlocks: boolean): string {
  const where = hasBlocks ? "a round and block" : "a round";
  const who = isByUsers
    ? "users add: those of users who work with the analyzer hide nothing"
    : "the shuffler adds: the figures depend on it for them";
  return `Among the reports are ${groupDigits(dummies)} dummies ${where}, reports of pure noise, which ${who}.`;
}
