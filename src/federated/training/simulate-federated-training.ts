import { DpError } from "../../errors.js";
import type { Trainer } from "../../training/loop/trainer.js";
import type { TrainingState } from "../../training/loop/training-state.js";
import { checkFunction, checkNumber, checkOptions, checkSignal, RANGES, wrongShape } from "../../validate.js";
import type { TrainingStudy } from "../study/study.js";
import type { LocalGradient } from "./local-gradient.js";
import { readTraining } from "./read-training.js";
import { studyRun } from "./study-run.js";
import { firstState, studyTrainer } from "./study-trainer.js";
import { trainingDummy } from "./training-dummy.js";
import { testUserSource, userReports } from "./user-reports.js";

/** A test study, and its users. */
export interface FederatedSimulation {
  /** With purpose `test` and a seed. */
  readonly study: TrainingStudy;
  /** Users who take part in each round: numbers 0, 1, ..., each with the source `testUserSource`. */
  readonly users: number;
  /** A user's gradient. */
  gradientOf(user: number): LocalGradient;
  /** Where training starts; by default at the weights that the seed draws. */
  readonly weights?: Float32Array;
  /** Of the study's, how many; all by default. */
  readonly rounds?: number;
  /** After each round. */
  readonly onRound?: (round: number, state: TrainingState) => void | Promise<void>;
  readonly signal?: AbortSignal;
}

/**
 * Plays a test study in one process, without messages: users, dummies and analyzer draw and add as they do
 * over the wire, so that the weights are the same to the last bit.
 *
 * @returns the state after the last round; a round of fewer reports than the floor leaves it as it was
 * @throws DpError BAD_INPUT the study is no test or has no seed; OUT_OF_RANGE users or rounds; CANCELLED
 */
export async function simulateFederatedTraining(options: FederatedSimulation): Promise<TrainingState> {
  const where = "simulateFederatedTraining";
  const { onRound, signal, weights } = checkOptions(where, options);
  const study = readTraining(`${where}: study`, options.study);
  const users = checkNumber(`${where}: users`, options.users, { ...RANGES.positiveInteger, max: study.cap });
  const { rounds = study.rounds } = options;
  checkNumber(`${where}: rounds`, rounds, { ...RANGES.positiveInteger, max: study.rounds });
  checkFunction(`${where}: gradientOf`, options.gradientOf);
  checkSignal(`${where}: signal`, signal);
  if (study.seed === null) throw wrongShape(`${where}: study.seed`, study.seed, "the seed of a test");
  let state = studyTrainer(study, firstState(study, weights), 0).state;
  let charged = 0;
  for (let round = 1; round <= rounds; round++) {
    const sum = studyRun(study).reports.openSum();
    const participants = await addUsers({ ...options, study, users }, round, state.weights, sum);
    if (participants >= study.floor) {
      charged += 1;
      addDummies(study, round, sum);
      state = stepped(studyTrainer(study, state, charged), { sum: sum.value(), participants });
    }
    await onRound?.(round, state);
  }
  return state;
}

type Sum = ReturnType<ReturnType<typeof studyRun>["reports"]["openSum"]>;

/** @returns how many uploads came */
async function addUsers(
  { study, users, gradientOf, signal }: FederatedSimulation,
  round: number,
  weights: Float32Array,
  sum: Sum,
): Promise<number> {
  const { protocol } = study;
  const isSilent = protocol.kind === "check-in" && protocol.absentees === "silent";
  let uploads = 0;
  for (let user = 0; user < users; user++) {
    if (signal?.aborted) throw new DpError("CANCELLED", "simulateFederatedTraining: stopped");
    const reports = userReports(study, round, testUserSource(study, user));
    const joins = reports.joins();
    if (!joins && isSilent) continue;
    uploads += 1;
    addAll(study, sum, joins ? await reported(reports, gradientOf(user), weights) : reports.dummies());
  }
  return uploads;
}

/** As on a device: a fault makes dummies. */
async function reported(
  reports: ReturnType<typeof userReports>,
  gradient: LocalGradient,
  weights: Float32Array,
): Promise<readonly Uint8Array[]> {
  try {
    return reports.report(await gradient(weights));
  } catch {
    return reports.dummies();
  }
}

function addDummies(study: TrainingStudy, round: number, sum: Sum): void {
  for (let index = 0; index < study.dummies; index++) {
    addAll(
      study,
      sum,
      study.slots.map((_, slot) => trainingDummy(study, { round, slot, index })),
    );
  }
}

function addAll(study: TrainingStudy, sum: Sum, slots: readonly Uint8Array[]): void {
  const { decode } = studyRun(study).reports;
  for (const [slot, bytes] of slots.entries()) sum.add(decode(bytes), slot);
}

/** Weights that would not be finite stay as they were, as the analyzer leaves them. */
function stepped(trainer: Trainer, aggregate: Parameters<Trainer["update"]>[0]): TrainingState {
  try {
    return trainer.update(aggregate);
  } catch (error) {
    if (error instanceof DpError && error.code === "NOT_CONVERGED") return trainer.state;
    throw error;
  }
}
