import { DOMAIN } from "../../validate.js";
import type { RandomAllocationEvent } from "../mechanism-event.js";
import type { EventKindOf } from "./event-kind.js";

/** What `randomAllocation` means, and its fields. */
export const randomAllocationKind: EventKindOf<RandomAllocationEvent> = {
  meaning: "A trusted server draws each record's batch, or several, uniformly; the event covers all batches.",
  fields: {
    steps: {
      meaning: "batches",
      symbol: "t",
      type: DOMAIN.count,
      unit: "batches",
    },
    joined: {
      meaning: "batches of a record; 1 where left out",
      symbol: "k",
      type: { ...DOMAIN.rounds, min: 1 },
      unit: "batches",
      atMost: "steps",
      optional: true,
      byDefault: 1,
    },
    of: { meaning: "what each batch goes through", type: "event" },
  },
};
