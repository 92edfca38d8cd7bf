import type { MechanismEvent, RepeatEvent, SequenceEvent } from "./mechanism-event.js";

/** An event of any kind but composition. */
export type RoundEvent = Exclude<MechanismEvent, RepeatEvent | SequenceEvent>;

/** The rounds that an event is composed of, in order, each with how often it runs. */
export function* roundsIn(
  event: MechanismEvent,
  times = 1,
): Iterable<{ readonly round: RoundEvent; readonly times: number }> {
  if (event.kind === "sequence") for (const part of event.of) yield* roundsIn(part, times);
  else if (event.kind !== "repeat") yield { round: event, times };
  else if (event.times > 0) yield* roundsIn(event.of, times * event.times);
}
