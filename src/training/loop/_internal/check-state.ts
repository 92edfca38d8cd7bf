import { DpError } from "../../../errors.js";
import { readEvent } from "../../../privacy/read-event.js";
import { wrongShape } from "../../../validate.js";
import { dimensionOf, type Model } from "../../models/model.js";
import { optimizerOf } from "../../optimizers/optimizer-of.js";
import type { SettledConfig } from "../../options/protocol-of.js";
import type { Protocol } from "../../protocols/protocol.js";
import type { TrainingState } from "../training-state.js";
import { chargesIn } from "./charged-event.js";

export interface StateContext {
  /** The caller's name for the state, for messages. */
  readonly where: string;
  readonly examples: number;
  readonly model: Model;
  readonly config: SettledConfig;
  readonly protocol: Protocol;
}

/**
 * Checks that a run may go on from a state: rounds are charged by their number, so the state must have been
 * charged for all of its rounds, at this protocol's cost.
 *
 * @throws DpError BAD_INPUT the state is of another model, data set, optimizer or protocol, or has fewer
 *   charges than rounds
 */
export function checkState(state: TrainingState, context: StateContext): TrainingState {
  const { where, protocol, config, model } = context;
  checkSameExamples(state, context.examples);
  const dimension = dimensionOf(model);
  if (state.weights.length !== dimension) {
    throw wrongShape(`${where}.weights`, state.weights.length, `the model's ${dimension} numbers`);
  }
  const kept = state.round === 0 ? 0 : optimizerOf(config).memorySize;
  if (state.memory.length !== kept) {
    throw wrongShape(`${where}.memory`, state.memory.length, `${kept} vectors, as the optimizer keeps`);
  }
  checkCharges(where, state, protocol);
  return state;
}

/**
 * Batches that were drawn together cannot be drawn again in part.
 *
 * @param lastRound the round that the run will go on to
 * @throws DpError BAD_INPUT the state stands between such rounds
 */
export function checkPause({ round }: TrainingState, { roundsPerEvent }: Protocol, lastRound: number): void {
  if (lastRound <= round || round % roundsPerEvent === 0) return;
  throw new DpError(
    "BAD_INPUT",
    `train: from.round must be a multiple of ${roundsPerEvent}, got ${round}; batches drawn together cannot be drawn again in part`,
    { parameter: "train: from.round", value: round, allowed: `a multiple of ${roundsPerEvent}` },
  );
}

/**
 * A digest would be better at telling data sets apart, and would tell whoever reads the checkpoint about
 * them.
 */
function checkSameExamples(from: TrainingState, examples: number): void {
  if (from.examples === examples) return;
  throw new DpError(
    "BAD_INPUT",
    `train: the run began with ${from.examples} training examples, got ${examples}; go on with the same data`,
    { parameter: "data.train", value: examples, allowed: `${from.examples} examples` },
  );
}

function checkCharges(where: string, { ledger, round }: TrainingState, protocol: Protocol): void {
  const event = protocol.describeEvent();
  const begun = Math.ceil(round / protocol.roundsPerEvent);
  const [entry, ...others] = chargesIn(ledger);
  const foreign =
    others.length > 0 || (entry && (!event || JSON.stringify(entry.of) !== JSON.stringify(readEvent(event))));
  if (!foreign && (event === undefined || (entry?.times ?? 0) >= begun)) return;
  throw wrongShape(
    `${where}.ledger`,
    ledger,
    event === undefined
      ? "without charges"
      : `${begun} or more charges of ${JSON.stringify(event)} and no other`,
  );
}
