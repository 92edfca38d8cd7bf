import { channelEpsilon } from "../channel-epsilon.js";
import type { ReportRow } from "./report-kind.js";

/** One for each number of entries, up to a limit. */
const WORK = { entries: 8, most: 24 };

/** Local randomizers given by their matrices. */
export const discreteChannelReport: ReportRow<"discreteChannel"> = {
  words: {
    discreteChannel: "discrete channel",
    unboundedChannel: "discrete channel of unbounded epsilon",
  },
  coveredAs: ({ epsilon }) => (epsilon === Infinity ? "unboundedChannel" : "discreteChannel"),
  bearings: { matrix: "same", epsilon: "follows" },
  work({ matrix }) {
    const entries = matrix.length * matrix[0]!.length;
    return { alone: Math.min(WORK.most, Math.ceil(entries / WORK.entries)), varied: 8 };
  },
  read: (event) => ({ ...event, epsilon: channelEpsilon(event.matrix) }),
};
