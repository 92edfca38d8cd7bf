import { EVENT_KINDS } from "./kinds/registry.js";
import type { MechanismEvent } from "./mechanism-event.js";

/** A round of reports that a shuffler mixes: an event that may have dummies. */
export type ReportShuffle = WithDummies<MechanismEvent>;

type WithDummies<Event> = Event extends unknown ? ("dummiesBy" extends keyof Event ? Event : never) : never;

export function isReportShuffle(event: MechanismEvent): event is ReportShuffle {
  return "dummiesBy" in EVENT_KINDS[event.kind].fields;
}
