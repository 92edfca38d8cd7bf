import type { GuaranteesReport } from "../../accounting/guarantees.js";
import type { MechanismEvent } from "../../privacy/mechanism-event.js";
import { secureSource } from "../../random/secure-source.js";
import { checkOptions } from "../../validate.js";
import type { Dataset } from "../data/dataset.js";
import { type GradientEngine, openGradientEngine } from "../gradients/gradient-engine.js";
import { initialWeights } from "../models/initial-weights.js";
import type { Model } from "../models/model.js";
import { modelOf } from "../models/model-name.js";
import { readModel } from "../models/read-model.js";
import { layerStepFactors } from "../optimizers/layer-step-factors.js";
import { protocolOf, type SettledConfig } from "../options/protocol-of.js";
import { readRunConfig } from "../options/read-run-config.js";
import type { RunConfig } from "../options/run-config.js";
import { settleConfig } from "../options/settle-config.js";
import type { TrainingSetup } from "../options/train-options.js";
import { availableThreads } from "./_internal/available-threads.js";
import { checkPause, checkState } from "./_internal/check-state.js";
import { openAccountant, type RunAccountant } from "./_internal/run-accountant.js";
import { affordableRounds } from "./affordable-rounds.js";
import { evaluatedWeights, trainRounds } from "./train-rounds.js";
import { type SpentEpsilon, startingState, type TrainingState } from "./training-state.js";

/** What to train, on what data, how, and who wants to know. */
export type TrainOptions = TrainingSetup & TrainCircumstances;

/** What does not change the outcome: threads and hooks; and the data, which does. */
export interface TrainCircumstances {
  /** Training examples, and others to measure accuracy and loss by; see `examplesFrom`. */
  readonly data: Pick<Dataset, "train" | "test">;
  /** Worker threads; default as many as the machine has cores. The outcome does not depend on them. */
  readonly threads?: number | undefined;
  /** Goes on from here instead of from fresh weights; a state of a run with the same options. */
  readonly from?: TrainingState | undefined;
  /** Stops after the current round, or the epoch where the protocol allocates one at a time. */
  readonly signal?: AbortSignal | undefined;
  /** Before the first round. */
  readonly onStart?: ((plan: TrainPlan) => void | Promise<void>) | undefined;
  readonly onRound?: ((round: number) => void) | undefined;
  /** After every evaluation, with the record last in the state's history; training waits for it. */
  readonly onEvaluation?: ((state: TrainingState) => void | Promise<void>) | undefined;
  /** Before a run that diverged throws: the last state evaluated, charged for the rounds too that led to the divergence. */
  readonly onDivergence?: ((state: TrainingState) => void | Promise<void>) | undefined;
}

/** What a run is about to do. */
export interface TrainPlan {
  readonly config: SettledConfig;
  /** The state to go on from. */
  readonly from: TrainingState;
  /** The round to stop after: the last one, or the last that the budget allows. */
  readonly lastRound: number;
  /** Mean number of examples in a round. */
  readonly expectedBatch: number;
}

/** What came of a run. */
export interface TrainOutcome {
  /** The hyperparameters side by side, defaults filled in, with the rounds and the noise that were settled on. */
  readonly config: SettledConfig;
  readonly model: Model;
  readonly state: TrainingState;
  /** The weights to use: the running average where the options ask for one. */
  readonly weights: Float32Array;
  /** Whether the randomness was not the platform's CSPRNG: then nothing is private, whatever the figures say. */
  readonly seeded: boolean;
  /** All that was released, for any accountant; undefined without a guarantee. */
  readonly event: MechanismEvent | undefined;
  /** Every guarantee of that event, and which methods do not apply; undefined without a guarantee. */
  readonly spent: GuaranteesReport | undefined;
}

/**
 * Trains a model under a protocol and accounts for what it released.
 *
 * By default all noise and sampling come from the platform's CSPRNG. With a seeded source the run can be repeated bit for bit, on
 * any number of threads, and is a simulation: whoever knows the seed can take the noise away.
 *
 * @param options.model    a {@link Model} of one's own as plain data, or the name of one of the library's
 * @param options.data     training and test examples of the model's input shape
 * @param options.protocol `{ kind, ... }`: "central", "random-allocation", "check-in", "subsampled-shuffle", "cldp" or "nonprivate"
 * @param options.privacy  adjacency and δ of the figures, and what the noise or the end of the run is to be derived from
 * @returns weights, history, event and guarantees
 * @throws DpError BAD_INPUT an option is missing, unknown or of the wrong shape, the data are not the model's, or there are another
 *   number of examples than `from` began with, or `from` was not charged for its rounds by this protocol; OUT_OF_RANGE a number is outside its range, the batch is larger than the data, or one
 *   round exceeds `stopAtEpsilon`; NOT_APPLICABLE no method bounds the target epsilon; NOT_CONVERGED training diverged;
 *   WORKER_DIED a worker stopped
 * @see docs/training.md, examples/logistic-regression.mjs
 */
export async function train(options: TrainOptions): Promise<TrainOutcome> {
  const { data, signal, onStart, onRound, onEvaluation, onDivergence } = checkOptions("train", options);
  const model = readModel("train", modelOf(options.model));
  const run = readRunConfig(options);
  const examples = checkData(data).train.count;
  const config = settleConfig(run, examples);
  const protocol = protocolOf(config, examples);
  const source = options.source ?? secureSource();
  const from =
    options.from === undefined
      ? startingState(initialWeights(model, source.fork(0)), examples)
      : checkState(options.from, { examples, model, config, protocol });
  const lastRound = affordableRounds(config, protocol, from);
  checkPause(from, protocol, lastRound);
  return withThreads(model, config, options, async (engine, accountant) => {
    await onStart?.({ config, from, lastRound, expectedBatch: protocol.expectedBatch });
    const state = await trainRounds({
      config,
      protocol,
      engine,
      stepFactors: layerStepFactors(model, config.layerSteps),
      source: source.fork(1),
      from,
      lastRound,
      spentBy: async (ledger) => upperBounds(await accountant?.report(ledger)),
      signal,
      onRound,
      onEvaluation,
      onDivergence,
    });
    const spent = await accountant?.report(state.ledger);
    const event = spent && state.ledger.event;
    const weights = evaluatedWeights(config, state);
    return { config, model, state, weights, seeded: !source.secure, event, spent };
  });
}

function checkData(data: TrainCircumstances["data"]): TrainCircumstances["data"] {
  const { train, test } = checkOptions("train: data", data);
  checkOptions("train: data.train", train);
  checkOptions("train: data.test", test);
  return data;
}

/** Opens the threads that compute and the one that accounts, and closes them whatever happens. */
async function withThreads<Result>(
  model: Model,
  config: RunConfig,
  { data, threads = availableThreads() }: TrainCircumstances,
  use: (engine: GradientEngine, accountant: RunAccountant | undefined) => Promise<Result>,
): Promise<Result> {
  const engine = await openGradientEngine({ model, train: data.train, test: data.test, threads });
  try {
    const accountant = await openAccountant(config);
    try {
      return await use(engine, accountant);
    } finally {
      await accountant?.close();
    }
  } finally {
    await engine.close();
  }
}

/** The upper bounds in short, in the order given. */
function upperBounds(report: GuaranteesReport | undefined): SpentEpsilon[] {
  return (report?.guarantees ?? [])
    .filter(({ side }) => side === "upper")
    .map(({ method, status, epsilon }) => ({ method, status, epsilon: epsilon.upper }));
}
