import { DOMAIN } from "../../validate.js";
import type { PoissonSampleEvent } from "../mechanism-event.js";
import type { EventKindOf } from "./event-kind.js";

/** What `poissonSample` means, and its fields. */
export const poissonSampleKind: EventKindOf<PoissonSampleEvent> = {
  meaning: "A trusted server draws a batch that each record joins by itself with one probability.",
  fields: {
    rate: {
      meaning: "probability that a record joins the batch",
      symbol: "q",
      type: DOMAIN.rate,
      unit: "probability",
    },
    of: { meaning: "what the batch goes through", type: "event" },
  },
};
