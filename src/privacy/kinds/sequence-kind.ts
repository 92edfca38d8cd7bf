import type { SequenceEvent } from "../mechanism-event.js";
import type { EventKindOf } from "./event-kind.js";

/** What `sequence` means, and its fields. */
export const sequenceKind: EventKindOf<SequenceEvent> = {
  meaning:
    "Events one after the other; what is computed may depend on what came out before, the events' noise and numbers not.",
  fields: { of: { meaning: "the events, in order", type: "events" } },
};
