import type { AnswersEvent } from "../mechanism-event.js";
import type { EventKindOf } from "./event-kind.js";

/** What `answers` means, and its fields. */
export const answersKind: EventKindOf<AnswersEvent> = {
  meaning:
    "One report that holds several answers of a user, each by a local randomizer with coins of its own; a record is all of the user's true answers.",
  fields: {
    of: {
      meaning:
        "the answers, 1 to 100: each randomizedResponse or subsetResponse, or several of them as repeat or sequence",
      type: "answers",
    },
  },
};
