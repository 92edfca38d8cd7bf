import type { ShuffleEvent } from "../mechanism-event.js";
import { BLOCKS_AND_DUMMIES } from "./blocks-and-dummies.js";
import type { EventKindOf } from "./event-kind.js";
import { REPORT, USERS } from "./shared-fields.js";

/** What `shuffle` means, and its fields. */
export const shuffleKind: EventKindOf<ShuffleEvent> = {
  meaning: "Every user sends one report, and a shuffler permutes them uniformly.",
  fields: { users: USERS, ...BLOCKS_AND_DUMMIES, of: REPORT },
};
