import type { Ledger } from "../../accounting/ledger/ledger.js";
import { openLedger } from "../../accounting/ledger/open-ledger.js";
import { DpError } from "../../errors.js";
import type { MechanismEvent } from "../../privacy/mechanism-event.js";
import type { RandomSource } from "../../random/random-source.js";
import type { GradientEngine } from "../gradients/gradient-engine.js";
import type { StepFactor } from "../optimizers/layer-step-factors.js";
import type { SettledConfig } from "../options/protocol-of.js";
import type { RunConfig } from "../options/run-config.js";
import { type Batch, batchesOf } from "../protocols/_internal/batches-of.js";
import type { Protocol } from "../protocols/protocol.js";
import { chargedEvent, withMore } from "./_internal/charged-event.js";
import { Divergence } from "./_internal/divergence.js";
import { stepAlong } from "./_internal/step-along.js";
import type { SpentEpsilon, TrainingRecord, TrainingState } from "./training-state.js";
import type { Weights } from "./update-weights.js";

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
  /**
   * What the charges amount to. Called for the next evaluation's charges ahead of time, to be worked out
   * while rounds run.
   */
  readonly spentBy: (charged: MechanismEvent) => Promise<readonly SpentEpsilon[]>;
  /**
   * Stops after the current event: after the round, unless the protocol draws the batches of several at once.
   */
  readonly signal?: AbortSignal | undefined;
  /** Before anything of an event is released. */
  readonly onCharge?: ((event: MechanismEvent) => void) | undefined;
  /** After every round. */
  readonly onRound?: ((round: number) => void) | undefined;
  /** After every evaluation, with the record last in the state's history; training waits for it. */
  readonly onEvaluation?: ((state: TrainingState) => void | Promise<void>) | undefined;
  /**
   * Before it throws NOT_CONVERGED: the last state evaluated, charged for the rounds too that led out of the
   * finite numbers.
   */
  readonly onDivergence?: ((state: TrainingState) => void | Promise<void>) | undefined;
}

/** A run at work: its one ledger is charged for every event before anything of it is released. */
interface Run extends TrainRoundsOptions {
  readonly ledger: Ledger;
  readonly batchOf: (round: number) => Batch;
}

/**
 * The training loop: sample, clipped gradients, noise, update; every so often evaluate.
 *
 * Each event's batches and each round's noise have a fork of the source to themselves, so a seeded run that
 * stops and goes on ends in the very same weights. An event is charged as a whole when it begins, and the
 * loop pauses only between events: batches that were drawn but not used yet are secret, so no checkpoint
 * could keep them. The state that goes out was always evaluated last thing, also when the signal stopped it
 * early.
 *
 * That a run diverges is seen, and so are the releases that it follows from; nobody sees the rounds before
 * another error.
 *
 * @throws DpError NOT_CONVERGED a weight or the test loss is no longer finite, both functions of what was
 *   released; the engine's errors. The states handed out before are sound
 */
export async function trainRounds(options: TrainRoundsOptions): Promise<TrainingState> {
  const { from, lastRound, signal, spentBy, onCharge, onEvaluation, onDivergence } = options;
  const ledger = openLedger({ entries: [from.ledger], ...(onCharge && { record: onCharge }) });
  const run: Run = { ...options, ledger, batchOf: batchesOf(options.protocol, options.source.fork(0)) };
  let state = from;
  while (state.round < lastRound && !signal?.aborted) {
    const pause = nextPause(options, state.round);
    const planned = spentBy(chargedAt(pause, options, state));
    planned.catch(() => {});
    try {
      const reached = await runUntil(pause, run, state);
      const spent = await (reached.round === pause ? planned : spentBy(reached.ledger));
      state = await evaluated(options, reached, spent);
    } catch (error) {
      if (error instanceof Divergence) await onDivergence?.({ ...state, ledger: chargedEvent(ledger.event) });
      throw error;
    }
    await onEvaluation?.(state);
  }
  return state;
}

/** The next round to evaluate after, or the end of its event. */
function nextPause({ config, protocol, lastRound }: TrainRoundsOptions, round: number): number {
  const { evaluateEvery } = config;
  const { roundsPerEvent } = protocol;
  const due = (Math.floor(round / evaluateEvery) + 1) * evaluateEvery;
  return Math.min(lastRound, Math.ceil(due / roundsPerEvent) * roundsPerEvent);
}

/** Runs at least one event, and stops early only for the signal. */
async function runUntil(pause: number, run: Run, from: TrainingState): Promise<TrainingState> {
  const { roundsPerEvent } = run.protocol;
  let state = from;
  do {
    state = await nextState(run, state);
    run.onRound?.(state.round);
  } while (state.round < pause && !(run.signal?.aborted && state.round % roundsPerEvent === 0));
  return state;
}

async function nextState(run: Run, state: TrainingState): Promise<TrainingState> {
  charge(run, state.round);
  const mean = await releasedMean(run.batchOf(state.round), run, state);
  const round = state.round + 1;
  const updated = afterUpdate(run, stepAlong(mean, state, run), state.round);
  if (!updated.weights.every(Number.isFinite)) throw new Divergence(round);
  return { ...state, ...updated, round, ledger: chargedEvent(run.ledger.event) };
}

/**
 * A function of its own: the sum takes as much memory as the model twice over, and nobody reads it
 * afterwards.
 */
async function releasedMean(
  { users, joins }: Batch,
  options: TrainRoundsOptions,
  state: TrainingState,
): Promise<Float64Array> {
  const { protocol, engine } = options;
  const source = options.source.fork(1).fork(state.round);
  const { clip, randomizer } = protocol;
  const { sum } =
    randomizer === undefined
      ? await engine.clippedGradientSum(state.weights, users, clip, joins)
      : await engine.randomizedGradientSum(state.weights, users, randomizer, source);
  return protocol.releaseMean(sum, users.length, source);
}

/** The permutations have a fork of their own too. */
function afterUpdate({ protocol, source }: TrainRoundsOptions, updated: Weights, round: number): Weights {
  const move = protocol.afterUpdate?.(source.fork(2).fork(round));
  if (move === undefined) return updated;
  const { weights, memory, average } = updated;
  return { weights: move(weights), memory: memory.map(move), average: move(average) };
}

/** An event is charged as a whole, before its first round. */
function charge({ protocol, ledger }: Run, round: number): void {
  const event = protocol.describeEvent();
  if (event !== undefined && round % protocol.roundsPerEvent === 0) ledger.charge(event);
}

/** What will have been charged when `round` rounds are done: every event that has begun by then. */
function chargedAt(round: number, { protocol }: TrainRoundsOptions, from: TrainingState): MechanismEvent {
  const event = protocol.describeEvent();
  const begun = (rounds: number) => Math.ceil(rounds / protocol.roundsPerEvent);
  return event === undefined ? from.ledger : withMore(from.ledger, begun(round) - begun(from.round), event);
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
