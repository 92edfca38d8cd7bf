import { readEvent } from "../../../privacy/read-event.js";
import type { Protocol } from "../../protocols/protocol.js";
import type { TrainingState } from "../training-state.js";
import { chargesIn } from "./charged-event.js";

/**
 * The protocol, describing its rounds as those that a run was charged for already, if an earlier version
 * described them so.
 */
export function asBegun(protocol: Protocol, from: Pick<TrainingState, "ledger"> | undefined): Protocol {
  if (from === undefined) return protocol;
  const begun = JSON.stringify(chargesIn(from.ledger)[0]?.of);
  const former = protocol.formerEvents?.find((event) => JSON.stringify(readEvent(event)) === begun);
  return former === undefined ? protocol : { ...protocol, describeEvent: () => former };
}
