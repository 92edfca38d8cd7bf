import { DpError } from "../../errors.js";
import type { RandomSource } from "../../random/random-source.js";
import type { GradientEngine } from "../gradients/gradient-engine.js";
import type { StepFactor } from "../optimizers/layer-step-factors.js";
import { learningRateAt } from "../optimizers/learning-rate.js";
import { optimizerOf } from "../optimizers/optimizer-of.js";
import type { SettledConfig } from "../options/protocol-of.js";
import type { RunConfig } from "../options/run-config.js";
import { batchesOf } from "../protocols/_internal/batches-of.js";
import type { Protocol } from "../protocols/protocol.js";
import type { Charges } from "./charges.js";
import type { SpentEpsilon, TrainingRecord, TrainingState } from "./training-state.js";
import { updateWeights, type Weights } from "./update-weights.js";

export interface TrainRoundsOptions {
  readonly config: SettledConfig;
  readonly protocol: Protocol;
  readonly engine: Pick<GradientEngine, "clippedGradientSum" | "randomizedGradientSum" | "evaluate">;
  /** A factor on every weight's step; see {@link layerStepFactors}. */
  readonly stepFactors: readonly StepFactor[];
  readonly source: RandomSource;
  readonly from: TrainingState;
  /** The round to stop after; learning-rate schedules still count to `config.rounds`. */
  readonly lastRound: number;
  /** What the charges amount to. Called for the next evaluation's ledger ahead of time, to be worked out while rounds run. */
  readonly spentBy: (ledger: Charges) => Promise<readonly SpentEpsilon[]>;
  /** Stops after the current event: after the round, unless the protocol draws the batches of several at once. */
  readonly signal?: AbortSignal | undefined;
  /** After every round. */
  readonly onRound?: ((round: number) => void) | undefined;
  /** After every evaluation, with the record last in the state's history; training waits for it. */
  readonly onEvaluation?: ((state: TrainingState) => void | Promise<void>) | undefined;
  /** Before it throws NOT_CONVERGED: the last state evaluated, charged for the rounds too that led out of the finite numbers. */
  readonly onDivergence?: ((state: TrainingState) => void | Promise<void>) | undefined;
}

type BatchOf = (round: number) => Uint32Array;

/**
 * The training loop: sample, clipped gradients, noise, update; every so often evaluate.
 *
 * Each event's batches and each round's noise have a fork of the source to themselves, so a seeded run that stops and goes on
 * ends in the very same weights. An event is charged as a whole when it begins, and the loop pauses only between events:
 * batches that were drawn but not used yet are secret, so no checkpoint could keep them. The state that goes out was always
 * evaluated last thing, also when the signal stopped it early.
 *
 * That a run diverges is seen, and so are the releases that it follows from; nobody sees the rounds before another error.
 *
 * @throws DpError NOT_CONVERGED a weight or the test loss is no longer finite, both functions of what was released; the engine's
 *   errors. The states handed out before are sound
 */
export async function trainRounds(options: TrainRoundsOptions): Promise<TrainingState> {
  const { from, lastRound, signal, spentBy, onEvaluation, onDivergence } = options;
  const batchOf = batchesOf(options.protocol, options.source.fork(0));
  let state = from;
  while (state.round < lastRound && !signal?.aborted) {
    const pause = nextPause(options, state.round);
    const planned = spentBy(recorded(options, state, pause));
    planned.catch(() => {});
    try {
      const reached = await runUntil(pause, batchOf, options, state);
      const spent = await (reached.round === pause ? planned : spentBy(reached.ledger));
      state = await evaluated(options, reached, spent);
    } catch (error) {
      if (error instanceof Divergence) await onDivergence?.(charged(options, state, error.round));
      throw error;
    }
    await onEvaluation?.(state);
  }
  return state;
}

function charged(options: TrainRoundsOptions, state: TrainingState, round: number): TrainingState {
  return { ...state, ledger: recorded(options, state, round) };
}

/** The next round to evaluate after, or the end of its event. */
function nextPause({ config, protocol, lastRound }: TrainRoundsOptions, round: number): number {
  const { evaluateEvery } = config;
  const { roundsPerEvent } = protocol;
  const due = (Math.floor(round / evaluateEvery) + 1) * evaluateEvery;
  return Math.min(lastRound, Math.ceil(due / roundsPerEvent) * roundsPerEvent);
}

/** Runs at least one event, and stops early only for the signal. */
async function runUntil(
  pause: number,
  batchOf: BatchOf,
  options: TrainRoundsOptions,
  from: TrainingState,
): Promise<TrainingState> {
  const { roundsPerEvent } = options.protocol;
  let state = from;
  do {
    state = await nextState(batchOf(state.round), options, state);
    options.onRound?.(state.round);
  } while (state.round < pause && !(options.signal?.aborted && state.round % roundsPerEvent === 0));
  return state;
}

async function nextState(
  participants: Uint32Array,
  options: TrainRoundsOptions,
  state: TrainingState,
): Promise<TrainingState> {
  const { config, stepFactors } = options;
  const gradient = await releasedMean(participants, options, state);
  const learningRate = learningRateAt(config, state.round);
  const rule = { ...config, optimizer: optimizerOf(config), stepFactors, learningRate };
  const updated = afterUpdate(options, updateWeights(state, gradient, rule, state.round), state.round);
  if (!updated.weights.every(Number.isFinite)) throw new Divergence(state.round + 1);
  const round = state.round + 1;
  return { ...state, ...updated, round, ledger: recorded(options, state, round) };
}

/** A function of its own: the sum takes as much memory as the model twice over, and nobody reads it afterwards. */
async function releasedMean(
  participants: Uint32Array,
  options: TrainRoundsOptions,
  state: TrainingState,
): Promise<Float64Array> {
  const { protocol, engine } = options;
  const source = options.source.fork(1).fork(state.round);
  const { clip, randomizer } = protocol;
  const { sum } =
    randomizer === undefined
      ? await engine.clippedGradientSum(state.weights, participants, clip)
      : await engine.randomizedGradientSum(state.weights, participants, randomizer, source);
  return protocol.releaseMean(sum, participants.length, source);
}

/** The permutations have a fork of their own too. */
function afterUpdate({ protocol, source }: TrainRoundsOptions, updated: Weights, round: number): Weights {
  const move = protocol.afterUpdate?.(source.fork(2).fork(round));
  if (move === undefined) return updated;
  const { weights, memory, average } = updated;
  return { weights: move(weights), memory: memory.map(move), average: move(average) };
}

/** The ledger after the rounds up to `round`: every event that has begun by then, as a whole. */
function recorded({ protocol }: TrainRoundsOptions, from: TrainingState, round: number): Charges {
  const event = protocol.describeEvent();
  const begun = (rounds: number) => Math.ceil(rounds / protocol.roundsPerEvent);
  const more = begun(round) - begun(from.round);
  return event === undefined || more === 0 ? from.ledger : from.ledger.charge(event, more);
}

async function evaluated(
  { engine, config }: TrainRoundsOptions,
  state: TrainingState,
  spent: readonly SpentEpsilon[],
): Promise<TrainingState> {
  const { round } = state;
  const { count, correct, lossSum } = await engine
    .evaluate(evaluatedWeights(config, state))
    .catch((error) => {
      throw error instanceof DpError && error.code === "NOT_CONVERGED" ? new Divergence(round, error) : error;
    });
  if (!Number.isFinite(lossSum)) throw new Divergence(round);
  const record: TrainingRecord = { round, accuracy: correct / count, loss: lossSum / count, spent };
  return { ...state, history: [...state.history, record] };
}

/** The weights that a run is judged by and hands out. */
export function evaluatedWeights(config: RunConfig, state: TrainingState): Float32Array {
  return config.averageDecay > 0 ? state.average : state.weights;
}

class Divergence extends DpError {
  readonly round: number;

  constructor(round: number, cause?: unknown) {
    super(
      "NOT_CONVERGED",
      `train: the test loss or a weight stopped being finite in round ${round}; lower learningRate`,
      { parameter: "learningRate", value: round },
      cause,
    );
    this.round = round;
  }
}
