import { readEvent } from "../../../privacy/read-event.js";
import type { Protocol } from "../../protocols/protocol.js";
import { Charges } from "../charges.js";
import type { TrainingState } from "../training-state.js";

/** The protocol, describing its rounds as those that a run was charged for already, if an earlier version described them so. */
export function asBegun(protocol: Protocol, from: Pick<TrainingState, "ledger"> | undefined): Protocol {
  if (!(from?.ledger instanceof Charges)) return protocol;
  const begun = JSON.stringify(from.ledger.entries[0]?.of);
  const former = protocol.formerEvents?.find((event) => JSON.stringify(readEvent(event)) === begun);
  return former === undefined ? protocol : { ...protocol, describeEvent: () => former };
}
