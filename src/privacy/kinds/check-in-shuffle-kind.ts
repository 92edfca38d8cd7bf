import { DOMAIN } from "../../validate.js";
import type { CheckInShuffleEvent } from "../mechanism-event.js";
import { type Absentees, BLOCKS_AND_DUMMIES } from "./blocks-and-dummies.js";
import type { EventKindOf } from "./event-kind.js";
import { REPORT, USERS } from "./shared-fields.js";

/** What `checkInShuffle` means, and its fields. */
export const checkInShuffleKind: EventKindOf<CheckInShuffleEvent> = {
  meaning:
    "Each user joins by itself with one probability and sends a report; a shuffler permutes the reports. Who joined stays secret, how many did is public.",
  fields: {
    users: USERS,
    checkInRate: {
      meaning: "probability that a user joins",
      symbol: "γ",
      type: DOMAIN.rate,
      unit: "probability",
    },
    absentees: {
      meaning:
        'what a user who does not join sends: nothing, or pure noise for each of her reports; "silent" where left out',
      type: ["silent", "dummy"] satisfies Absentees[],
      optional: true,
      byDefault: "silent",
    },
    ...BLOCKS_AND_DUMMIES,
    of: REPORT,
  },
};
