import { DOMAIN } from "../../validate.js";
import type { SubsampledShuffleEvent } from "../mechanism-event.js";
import { BLOCKS_AND_DUMMIES } from "./blocks-and-dummies.js";
import type { EventKindOf } from "./event-kind.js";
import { REPORT, USERS } from "./shared-fields.js";

/** What `subsampledShuffle` means, and its fields. */
export const subsampledShuffleKind: EventKindOf<SubsampledShuffleEvent> = {
  meaning:
    "Some of the users, drawn uniformly without replacement, send one report each, and a shuffler permutes them. Who was drawn stays secret.",
  fields: {
    users: USERS,
    sampled: {
      meaning: "users drawn",
      symbol: "m",
      type: DOMAIN.count,
      unit: "users",
      atMost: "users",
    },
    ...BLOCKS_AND_DUMMIES,
    of: REPORT,
  },
};
