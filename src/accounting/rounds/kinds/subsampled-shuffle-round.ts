import { areRounds, withBlocksAndDummies } from "./_internal/with-blocks-and-dummies.js";
import type { EventRoundRow, RoundOf } from "./round-kind.js";

type Sample = RoundOf<"subsampledShuffle">;

/** The reports of a fixed number of users, drawn without replacement and shuffled. */
export const subsampledShuffleRound: EventRoundRow<"subsampledShuffle"> = {
  words: "subsampled shuffle",
  bearings: { users: "follows", reports: "less", samplingRate: "more" },
  join: (side, one, other) => (side === "upper" ? moreOfFewer(one, other) : fewerOfMore(one, other)),
  isDrawn: ({ samplingRate }) => samplingRate < 1,
  read(event, report) {
    const { users, sampled: reports } = event;
    const samplingRate = reports / users;
    const own = withBlocksAndDummies(event, report, samplingRate);
    return { kind: "subsampledShuffle", users, reports, samplingRate, ...own };
  },
  roundsOfBlocks: (event) => (areRounds(event, event.sampled / event.users) ? (event.blocks ?? 1) : 1),
};

/** The most reports of the fewest users. */
function moreOfFewer(one: Sample, other: Sample): Sample {
  const users = Math.min(one.users, other.users);
  const reports = Math.min(users, Math.max(one.reports, other.reports));
  return { ...one, users, reports, samplingRate: reports / users };
}

/** The most reports that hide each other, at no more than the lowest rate. */
function fewerOfMore(one: Sample, other: Sample): Sample {
  const reports = Math.max(one.reports, other.reports);
  const users = Math.ceil(reports / Math.min(one.samplingRate, other.samplingRate));
  return { ...one, users, reports, samplingRate: reports / users };
}
