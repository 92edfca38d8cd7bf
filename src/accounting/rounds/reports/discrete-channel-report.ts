import { channelEpsilon } from "../channel-epsilon.js";
import type { LocalRow } from "./local-row.js";
import { OWN_GUARANTEE } from "./own-guarantee.js";

/** One for each number of entries, up to a limit. */
const WORK = { entries: 8, most: 24 };

/** Local randomizers given by their matrices. */
export const discreteChannelReport: LocalRow<"discreteChannel"> = {
  words: {
    discreteChannel: "discrete channel",
    unboundedChannel: "discrete channel of unbounded epsilon",
  },
  coveredAs: ({ epsilon }) => (epsilon === Infinity ? "unboundedChannel" : "discreteChannel"),
  pure: "discreteChannel",
  bearings: { matrix: "same", epsilon: "follows" },
  work({ matrix }) {
    const entries = matrix.length * matrix[0]!.length;
    return { alone: Math.min(WORK.most, Math.ceil(entries / WORK.entries)), varied: 8 };
  },
  read: (event) => ({ ...event, epsilon: channelEpsilon(event.matrix) }),
  sources: OWN_GUARANTEE,
  epsilonIs: "an upper bound",
  delta: () => 0,
  responses: ({ epsilon }) => [{ epsilon, times: 1 }],
  isBinary: () => false,
  withAbsence: (report, joins) => ({
    ...report,
    matrix: report.matrix.map((row) => [...row.map((each) => joins * each), 1 - joins]),
  }),
};
