import { DpError } from "../errors.js";
import type { RandomSource } from "../random/random-source.js";
import type { GradientEngine } from "./gradient-engine.js";
import { learningRateAt } from "./learning-rate.js";
import type { Ledger } from "./ledger.js";
import type { Protocol } from "./protocols/protocol.js";
import type { TrainConfig } from "./train-config.js";
import type { SpentEpsilon, TrainingRecord, TrainingState } from "./training-state.js";
import { updateWeights } from "./update-weights.js";

export interface TrainRoundsOptions {
  readonly config: TrainConfig;
  readonly protocol: Protocol;
  readonly engine: Pick<GradientEngine, "clippedGradientSum" | "randomizedGradientSum" | "evaluate">;
  /** A factor on every weight's gradient; see {@link layerStepFactors}. */
  readonly stepFactors: Float64Array;
  readonly source: RandomSource;
  readonly from: TrainingState;
  /** The round to stop after; learning-rate schedules still count to `config.rounds`. */
  readonly lastRound: number;
  /** What a ledger has spent. Asked for the next evaluation's ledger ahead of time, to be worked out while rounds run. */
  readonly spentBy: (ledger: Ledger) => Promise<readonly SpentEpsilon[]>;
  /** Stops after the round at hand. */
  readonly signal?: AbortSignal | undefined;
  /** After every round. */
  readonly onRound?: ((round: number) => void) | undefined;
  /** After every evaluation, with the record last in the state's history; training waits for it. */
  readonly onEvaluation?: ((state: TrainingState) => void | Promise<void>) | undefined;
}

/**
 * The training loop: sample, clipped gradients, noise, update; every so often evaluate.
 *
 * Round r draws from `source.fork(r)` alone, so a seeded run that stops and goes on ends in the very same weights. The state
 * that goes out was always evaluated last thing, also when the signal stopped it early.
 *
 * @throws DpError NOT_CONVERGED the loss or a weight is no longer finite; the states handed out before are sound
 */
export async function trainRounds(options: TrainRoundsOptions): Promise<TrainingState> {
  const { from, lastRound, signal, spentBy, onEvaluation } = options;
  let state = from;
  while (state.round < lastRound && !signal?.aborted) {
    const pause = nextPause(options, state.round);
    const planned = spentBy(recorded(options, state.ledger, pause - state.round));
    planned.catch(() => {});
    const reached = await runUntil(pause, options, state);
    const spent = await (reached.round === pause ? planned : spentBy(reached.ledger));
    state = await evaluated(options, reached, spent);
    await onEvaluation?.(state);
  }
  return state;
}

function nextPause({ config: { evaluateEvery }, lastRound }: TrainRoundsOptions, round: number): number {
  return Math.min(lastRound, (Math.floor(round / evaluateEvery) + 1) * evaluateEvery);
}

/** Runs at least one round, and stops early only for the signal. */
async function runUntil(
  pause: number,
  options: TrainRoundsOptions,
  from: TrainingState,
): Promise<TrainingState> {
  let state = from;
  do {
    state = await nextState(options, state);
    options.onRound?.(state.round);
  } while (state.round < pause && !options.signal?.aborted);
  return state;
}

async function nextState(options: TrainRoundsOptions, state: TrainingState): Promise<TrainingState> {
  const { config, protocol, engine, stepFactors } = options;
  const source = options.source.fork(state.round);
  const participants = protocol.sampleRound(source);
  const { clip, randomizer } = protocol;
  const { sum, lossSum } =
    randomizer === undefined
      ? await engine.clippedGradientSum(state.weights, participants, clip)
      : await engine.randomizedGradientSum(state.weights, participants, randomizer, source);
  const gradient = protocol.releaseMean(sum, participants.length, source);
  const rule = { ...config, stepFactors, learningRate: learningRateAt(config, state.round) };
  const updated = updateWeights(state, gradient, rule, state.round);
  if (!(Number.isFinite(lossSum) && updated.weights.every(Number.isFinite))) throw diverged(state.round + 1);
  return { ...state, ...updated, round: state.round + 1, ledger: recorded(options, state.ledger, 1) };
}

function recorded({ config, protocol }: TrainRoundsOptions, ledger: Ledger, rounds: number): Ledger {
  const event = config.protocol === "nonprivate" ? undefined : protocol.describeRound(config.adjacency);
  return event === undefined ? ledger : ledger.record(event, rounds);
}

async function evaluated(
  { engine, config }: TrainRoundsOptions,
  state: TrainingState,
  spent: readonly SpentEpsilon[],
): Promise<TrainingState> {
  const { count, correct, lossSum } = await engine.evaluate(evaluatedWeights(config, state));
  const { round } = state;
  if (!Number.isFinite(lossSum)) throw diverged(round);
  const record: TrainingRecord = { round, accuracy: correct / count, loss: lossSum / count, spent };
  return { ...state, history: [...state.history, record] };
}

/** The weights that a run is judged by and hands out. */
export function evaluatedWeights(config: TrainConfig, state: TrainingState): Float32Array {
  return config.averageDecay > 0 ? state.average : state.weights;
}

function diverged(round: number): DpError {
  return new DpError(
    "NOT_CONVERGED",
    `train: the loss or a weight stopped being finite in round ${round}; lower learningRate`,
    { parameter: "learningRate" },
  );
}
