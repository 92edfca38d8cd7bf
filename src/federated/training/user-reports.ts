import { DpError } from "../../errors.js";
import { type RandomSource, sampleBernoulli, seededSource } from "../../random/index.js";
import { checkOptions } from "../../validate.js";
import type { TrainingStudy } from "../study/study.js";
import { studyRun } from "./study-run.js";
import { SEEDED } from "./study-trainer.js";

/** One user's part in one round, made by the same code on a device and in a simulation. */
export interface UserReports {
  /** Whether her coin lets her join; without a coin she does. */
  joins(): boolean;
  /** The plaintexts of her slots, about her gradient, which is clipped here. */
  report(gradient: ArrayLike<number>): Uint8Array[];
  /** What she sends in their place when she does not join: the reports about nothing. */
  dummies(): Uint8Array[];
}

/** A user's part in a round; a seeded source gives each round the same draws whatever happened before. */
export function userReports(study: TrainingStudy, round: number, source: RandomSource): UserReports {
  const { reports } = studyRun(study);
  const { protocol, slots } = study;
  const own = source.fork(round);
  return {
    joins: () => protocol.kind !== "check-in" || sampleBernoulli(own.fork(0), protocol.samplingRate),
    report: (gradient) => reports.reportBlocks(gradient, own.fork(1)).map((report) => reports.encode(report)),
    dummies() {
      const drawn = own.fork(1);
      return slots.map(() => reports.encode(reports.dummy(drawn)));
    },
  };
}

/**
 * Where a user of a seeded test draws from.
 *
 * @throws DpError REFUSED the study has no seed
 */
export function testUserSource(study: Pick<TrainingStudy, "seed">, user: number): RandomSource {
  const { seed } = checkOptions("testUserSource", study, "study");
  if (typeof seed === "number") return seededSource(seed).fork(SEEDED.users).fork(user);
  const message = "study.seed must be given: users of a study without one draw from their secure sources";
  throw new DpError("REFUSED", message, { parameter: "study.seed", value: null });
}
