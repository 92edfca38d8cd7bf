import { DOMAIN } from "../../validate.js";
import type { RepeatEvent } from "../mechanism-event.js";
import type { EventKindOf } from "./event-kind.js";

/** What `repeat` means, and its fields. */
export const repeatKind: EventKindOf<RepeatEvent> = {
  meaning:
    "One event several times, each with fresh randomness; what is computed may depend on what came out before, its noise and numbers not.",
  fields: {
    times: {
      meaning: "how often",
      symbol: "T",
      type: DOMAIN.rounds,
      unit: "repetitions",
    },
    of: { meaning: "the event that is repeated", type: "event" },
  },
};
