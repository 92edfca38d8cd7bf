import type { MechanismEvent, RepeatEvent, SequenceEvent } from "../../privacy/index.js";

/** A round of any kind but composition. */
export type RoundEvent = Exclude<MechanismEvent, RepeatEvent | SequenceEvent>;

export interface RepeatedRound {
  readonly round: RoundEvent;
  readonly times: number;
}

/** An event as a list of different rounds with their numbers of repetitions: composition does not depend on the order. */
export function roundsOf(event: MechanismEvent): readonly RepeatedRound[] {
  const found = new Map<string, RepeatedRound>();
  collect(event, 1, found);
  return [...found.values()];
}

function collect(event: MechanismEvent, times: number, found: Map<string, RepeatedRound>): void {
  if (times === 0) return;
  if (event.kind === "repeat") {
    collect(event.of, times * event.times, found);
  } else if (event.kind === "sequence") {
    for (const part of event.of) collect(part, times, found);
  } else {
    const key = JSON.stringify(event);
    found.set(key, { round: event, times: times + (found.get(key)?.times ?? 0) });
  }
}
