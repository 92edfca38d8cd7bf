import type { MechanismEvent } from "../../privacy/index.js";
import { type Round, type RoundEvent, readRound } from "./round.js";

/** A round and how often it runs. */
export interface RepeatedRound<Of = Round> {
  readonly round: Of;
  readonly times: number;
}

/**
 * An event as its different rounds with their numbers of repetitions: composition does not depend on the order.
 *
 * @throws DpError NOT_APPLICABLE a round that no analysis reads
 */
export function roundsOf(event: MechanismEvent): readonly RepeatedRound[] {
  return mergedRounds(event).map(({ round, times }) => ({ round: readRound(round), times }));
}

/** The same as events, each distinct one once. */
export function mergedRounds(event: MechanismEvent): readonly RepeatedRound<RoundEvent>[] {
  const found = new Map<string, RepeatedRound<RoundEvent>>();
  collect(event, 1, found);
  return [...found.values()];
}

function collect(event: MechanismEvent, times: number, found: Map<string, RepeatedRound<RoundEvent>>): void {
  if (times === 0) return;
  if (event.kind === "repeat") {
    collect(event.of, event.times === 0 ? 0 : times * event.times, found); // times may be infinite
  } else if (event.kind === "sequence") {
    for (const part of event.of) collect(part, times, found);
  } else {
    const key = JSON.stringify(event);
    found.set(key, { round: event, times: times + (found.get(key)?.times ?? 0) });
  }
}
