import type { GuaranteesReport } from "../../accounting/guarantees.js";
import type { MechanismEvent } from "../../privacy/mechanism-event.js";
import { type GradientEngine, openCheckedEngine } from "../gradients/gradient-engine.js";
import { initialWeights } from "../models/initial-weights.js";
import type { Model } from "../models/model.js";
import { modelOf } from "../models/model-name.js";
import { readModel } from "../models/read-model.js";
import { layerStepFactors } from "../optimizers/layer-step-factors.js";
import { protocolOf, type SettledConfig } from "../options/protocol-of.js";
import { readRunConfig } from "../options/read-run-config.js";
import type { RunConfig } from "../options/run-config.js";
import { settleConfig } from "../options/settle-config.js";
import type { PrivacyOptions, TrainingSetup } from "../options/train-options.js";
import { asBegun } from "./_internal/as-begun.js";
import { checkCircumstances } from "./_internal/check-circumstances.js";
import { checkInvariance } from "./_internal/check-invariance.js";
import { checkPause, checkState } from "./_internal/check-state.js";
import { openAccountant, type RunAccountant } from "./_internal/run-accountant.js";
import { affordableRounds } from "./affordable-rounds.js";
import { readState } from "./read-state.js";
import type { TrainCircumstances } from "./train-circumstances.js";
import { evaluatedWeights, trainRounds } from "./train-rounds.js";
import { type SpentEpsilon, startingState, type TrainingState } from "./training-state.js";

/** What to train, on what data, how, and who wants to know. */
export type TrainOptions = TrainingSetup & TrainCircumstances;

/** What came of a run. */
export interface TrainOutcome {
  /**
   * The hyperparameters side by side, defaults filled in, with the rounds and the noise that were settled on.
   */
  readonly config: SettledConfig;
  readonly model: Model;
  readonly state: TrainingState;
  /** The weights to use: the running average where the options ask for one. */
  readonly weights: Float32Array;
  /**
   * Whether the randomness was not the platform's CSPRNG: then nothing is private, whatever the figures say.
   */
  readonly seeded: boolean;
  /** All that was released, for any accountant; undefined without a guarantee. */
  readonly event: MechanismEvent | undefined;
  /** Every guarantee of that event, and which methods do not apply; undefined without a guarantee. */
  readonly spent: GuaranteesReport | undefined;
}

/** What came of a run under a private protocol. */
export interface PrivateTrainOutcome extends TrainOutcome {
  readonly event: MechanismEvent;
  readonly spent: GuaranteesReport;
}

/**
 * Trains a model under a protocol and accounts for what it released.
 *
 * By default all noise and sampling come from the platform's CSPRNG. With a seeded source the run can be
 * repeated bit for bit, on any number of threads, and is a simulation: whoever knows the seed can take the
 * noise away.
 *
 * @param options `model`: a {@link Model} of one's own as plain data, or the name of one of the library's;
 *   `data`: training and test examples of the model's input shape; `protocol`: `{ kind, ... }` of "central",
 *   "random-allocation", "check-in", "subsampled-shuffle", "cldp", "weight-shuffle" or "nonprivate";
 *   `privacy`: adjacency and δ of the figures, and what the noise or the end of the run is to be derived
 *   from; the rest is optional but `learningRate` and `rounds` or `epochs`
 * @returns weights, history, event and guarantees
 * @throws DpError BAD_INPUT an option is missing, unknown or of the wrong shape, the data are not the
 *   model's, or there are another number of examples than `from` began with, or `from` was not charged for
 *   its rounds by this protocol; OUT_OF_RANGE a number is outside its range, the batch is larger than the
 *   data, or one round exceeds `stopAtEpsilon`; NOT_APPLICABLE no method bounds the target epsilon;
 *   NOT_CONVERGED training diverged; WORKER_DIED a worker stopped
 * @see docs/training.md, examples/logistic-regression.mjs
 */
export function train(
  options: TrainOptions & { readonly privacy: PrivacyOptions },
): Promise<PrivateTrainOutcome>;
/**
 * Trains a model, under a protocol that may be "nonprivate": then there is neither an event nor a guarantee.
 */
export function train(options: TrainOptions): Promise<TrainOutcome>;
export async function train(options: TrainOptions): Promise<TrainOutcome> {
  const run = readRunConfig(options);
  const model = readModel("train", modelOf(options.model));
  const { data, source, threads, pretrained, onStart, ...circumstances } = checkCircumstances(options, model);
  const { signal, onCharge, onRound, onEvaluation, onDivergence } = circumstances;
  const examples = data.train.count;
  const config = settleConfig(run, examples, model);
  const begun = options.from === undefined ? undefined : readState("train: from", options.from);
  const protocol = asBegun(protocolOf(config, examples, model), begun);
  if (protocol.afterUpdate !== undefined) checkInvariance(model);
  const from =
    begun === undefined
      ? startingState(pretrained?.weights ?? initialWeights(model, source.fork(0)), examples)
      : checkState(begun, { where: "train: from", examples, model, config, protocol });
  const lastRound = affordableRounds(config, protocol, from);
  checkPause(from, protocol, lastRound);
  return withThreads(
    { model, ...data, threads, frozen: pretrained?.frozen, clippingMode: config.clippingMode },
    config,
    async (engine, accountant) => {
      await onStart?.({ config, from, lastRound, expectedBatch: protocol.expectedBatch });
      const state = await trainRounds({
        config,
        protocol,
        engine,
        stepFactors: layerStepFactors(model, config.layerSteps),
        source: source.fork(1),
        from,
        lastRound,
        spentBy: async (charged) => upperBounds(await accountant?.report(charged)),
        signal,
        onCharge,
        onRound,
        onEvaluation,
        onDivergence,
      });
      const spent = await accountant?.report(state.ledger);
      const event = spent && state.ledger;
      const weights = evaluatedWeights(config, state);
      return { config, model, state, weights, seeded: !source.secure, event, spent };
    },
  );
}

/** Opens the threads that compute and the one that accounts, and closes them whatever happens. */
async function withThreads<Result>(
  engineOptions: Parameters<typeof openCheckedEngine>[0],
  config: RunConfig,
  use: (engine: GradientEngine, accountant: RunAccountant | undefined) => Promise<Result>,
): Promise<Result> {
  const engine = await openCheckedEngine(engineOptions);
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
