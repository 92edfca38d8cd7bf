import { DpError } from "../../../errors.js";
import { readEvent } from "../../../privacy/read-event.js";
import { checkNumber, RANGES, wrongShape } from "../../../validate.js";
import type { Protocol } from "../../protocols/protocol.js";
import type { TrainingState } from "../training-state.js";

/**
 * Checks that a run may go on from a state: rounds are charged by their number, so the state must have been charged for all of its
 * rounds, at this protocol's cost.
 *
 * @param lastRound the round that the run will go on to
 * @throws DpError BAD_INPUT the state is of another protocol or has fewer charges than rounds, or stands between rounds whose
 *   batches were drawn together; OUT_OF_RANGE its round is no whole number
 */
export function checkState(
  state: TrainingState,
  {
    protocol,
    lastRound,
  }: {
    readonly protocol: Protocol;
    readonly lastRound: number;
  },
): void {
  const round = checkNumber("train: from.round", state.round, RANGES.nonNegativeInteger);
  checkCharges(state, protocol, Math.ceil(round / protocol.roundsPerEvent));
  if (lastRound <= round || round % protocol.roundsPerEvent === 0) return;
  throw new DpError(
    "BAD_INPUT",
    `train: from.round must be a multiple of ${protocol.roundsPerEvent}, got ${round}; batches drawn together cannot be drawn again in part`,
    { parameter: "from.round", value: round, allowed: `a multiple of ${protocol.roundsPerEvent}` },
  );
}

function checkCharges({ ledger }: TrainingState, protocol: Protocol, begun: number): void {
  const event = protocol.describeEvent();
  const [entry, ...others] = ledger.entries;
  const foreign =
    others.length > 0 || (entry && (!event || JSON.stringify(entry.of) !== JSON.stringify(readEvent(event))));
  if (!foreign && (event === undefined || (entry?.times ?? 0) >= begun)) return;
  throw wrongShape(
    "train: from.ledger",
    ledger.entries,
    event === undefined
      ? "without charges"
      : `${begun} or more charges of ${JSON.stringify(event)} and no other`,
  );
}
