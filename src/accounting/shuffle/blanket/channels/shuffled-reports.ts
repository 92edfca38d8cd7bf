import { memoize } from "../../../../numerics/memoize.js";
import type {
  DiscreteChannelEvent,
  GaussianScalarEvent,
  LaplaceScalarEvent,
} from "../../../../privacy/index.js";
import type { AnswersReport } from "../../../rounds/round.js";
import { answersPair } from "./answers-pair.js";
import { countedReports, type ShuffledChannel, shuffledChannel, shuffledPairs } from "./shuffled-channel.js";
import { shuffledScalar } from "./shuffled-scalar.js";

/** Reports whose law is known for every value. */
export type KnownReport = DiscreteChannelEvent | LaplaceScalarEvent | GaussianScalarEvent | AnswersReport;

const CACHE_SIZE = 32;

/** The privacy profile of a number of shuffled reports. */
export function shuffledReports(report: KnownReport, users: number): ShuffledChannel {
  switch (report.kind) {
    case "discreteChannel":
      return shuffledChannel(report.matrix, users);
    case "answers":
      return shuffledAnswers(report, countedReports(users));
    default:
      return shuffledScalar(report, users);
  }
}

const shuffledAnswers = memoize(
  (report: AnswersReport, users: number) => shuffledPairs([answersPair(report, users)], users),
  { key: (...query) => JSON.stringify(query), capacity: CACHE_SIZE },
);
