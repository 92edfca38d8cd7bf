import type { GuaranteesReport } from "../../accounting/guarantees.js";
import { DpError } from "../../errors.js";
import { secureSource } from "../../random/secure-source.js";
import { seededSource } from "../../random/seeded-source.js";
import type { Examples } from "../data/examples.js";
import { type GradientEngine, openGradientEngine } from "../gradients/gradient-engine.js";
import { initialWeights } from "../models/initial-weights.js";
import { modelOf } from "../models/model-name.js";
import { layerStepFactors } from "../optimizers/layer-step-factors.js";
import { protocolOf, type SettledConfig } from "../options/protocol-of.js";
import { settleConfig } from "../options/settle-config.js";
import type { TrainConfig } from "../options/train-config.js";
import { type BackgroundAccountant, openAccountant } from "./_internal/background-accountant.js";
import { affordableRounds } from "./affordable-rounds.js";
import { evaluatedWeights, trainRounds } from "./train-rounds.js";
import { type SpentEpsilon, startingState, type TrainingState } from "./training-state.js";

export interface TrainOptions {
  readonly config: TrainConfig;
  readonly train: Examples;
  readonly test: Examples;
  readonly threads: number;
  /** Goes on from here instead of from fresh weights; a state of a run with the same configuration. */
  readonly from?: TrainingState | undefined;
  /** Stops after the round at hand, or the epoch where the protocol allocates one at a time. */
  readonly signal?: AbortSignal | undefined;
  /** Before the first round. */
  readonly onStart?: ((plan: TrainPlan) => void | Promise<void>) | undefined;
  readonly onRound?: ((round: number) => void) | undefined;
  /** After every evaluation, with the record last in the state's history; training waits for it. */
  readonly onEvaluation?: ((state: TrainingState) => void | Promise<void>) | undefined;
  /** Before a run that diverged throws: the last state evaluated, charged for the rounds too that led to the divergence. */
  readonly onDivergence?: ((state: TrainingState) => void | Promise<void>) | undefined;
}

export interface TrainPlan {
  readonly config: SettledConfig;
  /** The state to go on from. */
  readonly from: TrainingState;
  /** The round to stop after: the last one, or the last that the budget allows. */
  readonly lastRound: number;
  /** Mean number of examples in a round. */
  readonly expectedBatch: number;
}

export interface TrainOutcome {
  readonly config: SettledConfig;
  readonly state: TrainingState;
  /** The weights to use: the running average where the configuration asks for one. */
  readonly weights: Float32Array;
  /** What the run has spent, and which methods could not say; absent without a guarantee. */
  readonly spent?: GuaranteesReport | undefined;
}

/**
 * Trains a model under a protocol and accounts for what it let out.
 *
 * Without a seed all noise and sampling come from the platform's CSPRNG. With one the run can be repeated bit for bit, on any
 * number of threads, and is a simulation: whoever knows the seed can take the noise away.
 *
 * @throws DpError BAD_INPUT an adjacency that training does not know, or another number of examples than `from` began with; OUT_OF_RANGE the batch is larger than the data, or one round exceeds `stopAtEpsilon`; NOT_APPLICABLE no
 *   method measures the epsilon asked for; NOT_CONVERGED training diverged; WORKER_DIED a worker stopped
 */
export async function train(options: TrainOptions): Promise<TrainOutcome> {
  const { signal, onStart, onRound, onEvaluation, onDivergence } = options;
  const examples = options.train.count;
  const config = settleConfig(options.config, examples);
  const protocol = protocolOf(config, examples);
  const source = config.seed === undefined ? secureSource() : seededSource(config.seed);
  const model = modelOf(config.model);
  const from = options.from ?? startingState(initialWeights(model, source.fork(0)), examples);
  checkExamples(from, examples);
  const lastRound = affordableRounds(config, protocol, from);
  return withThreads(config, options, async (engine, accountant) => {
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
    return { config, state, weights: evaluatedWeights(config, state), spent };
  });
}

/** A digest would be better at telling data sets apart, and would tell whoever reads the checkpoint about them. */
function checkExamples(from: TrainingState, examples: number): void {
  if (from.examples === examples) return;
  throw new DpError(
    "BAD_INPUT",
    `train: the run began with ${from.examples} training examples, got ${examples}; go on with the same data`,
    { parameter: "train", value: examples, allowed: `${from.examples} examples` },
  );
}

/** Opens the threads that compute and the one that accounts, and closes them whatever happens. */
async function withThreads<Result>(
  config: TrainConfig,
  { train, test, threads }: TrainOptions,
  use: (engine: GradientEngine, accountant: BackgroundAccountant | undefined) => Promise<Result>,
): Promise<Result> {
  const engine = await openGradientEngine({ model: config.model, train, test, threads });
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
