import { mergedRounds } from "../../../accounting/rounds/rounds-of.js";
import type { MechanismEvent, RepeatEvent } from "../../../privacy/mechanism-event.js";
import { readEvent } from "../../../privacy/read-event.js";

/**
 * What a run is charged for, as its states keep it: each distinct round once, and a lone one without a
 * sequence around it.
 */
export function chargedEvent(event: MechanismEvent): MechanismEvent {
  const charges = chargesIn(event);
  return charges.length === 1 ? charges[0]! : Object.freeze({ kind: "sequence", of: Object.freeze(charges) });
}

/** What it would be after `times` more of an event. */
export function withMore(charged: MechanismEvent, times: number, of: MechanismEvent): MechanismEvent {
  return chargedEvent({ kind: "sequence", of: [charged, { kind: "repeat", times, of: readEvent(of) }] });
}

/** Each distinct round with its count. */
export function chargesIn(event: MechanismEvent): RepeatEvent[] {
  return mergedRounds(event).map(({ round, times }) => Object.freeze({ kind: "repeat", times, of: round }));
}
