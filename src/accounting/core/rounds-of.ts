import type { Adjacency, MechanismEvent } from "../../privacy/index.js";
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
export function roundsOf(event: MechanismEvent, adjacency: Adjacency): readonly RepeatedRound[] {
  return merged(
    mergedRounds(event).map(({ round, times }) => ({ round: readRound(round, adjacency), times })),
  );
}

/** The same as events, each distinct one once. */
export function mergedRounds(event: MechanismEvent): readonly RepeatedRound<RoundEvent>[] {
  return merged(flattened(event, 1));
}

function* flattened(event: MechanismEvent, times: number): Iterable<RepeatedRound<RoundEvent>> {
  if (times === 0) return;
  if (event.kind === "repeat") {
    yield* flattened(event.of, event.times === 0 ? 0 : times * event.times); // times may be infinite
  } else if (event.kind === "sequence") {
    for (const part of event.of) yield* flattened(part, times);
  } else {
    yield { round: event, times };
  }
}

function merged<Of>(rounds: Iterable<RepeatedRound<Of>>): RepeatedRound<Of>[] {
  const found = new Map<string, RepeatedRound<Of>>();
  for (const { round, times } of rounds) {
    const key = JSON.stringify(round);
    found.set(key, { round, times: times + (found.get(key)?.times ?? 0) });
  }
  return [...found.values()];
}
