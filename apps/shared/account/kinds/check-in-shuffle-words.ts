import { formatDown } from "../../../../src/privacy/format-number.js";
import { counted } from "../../words/counted.js";
import { blocksAndDummiesOf } from "./_internal/shuffle-words.js";
import type { EventWords } from "./event-words.js";

/** The words of `checkInShuffle`. */
export const checkInShuffleWords: EventWords<"checkInShuffle"> = {
  describe: (event, within) => {
    const absentees = event.absentees === "dummy" ? " or else send a dummy" : "";
    return `shuffle of ${counted(event.users, "user")} who check in at rate ${formatDown(event.checkInRate)}${absentees}${blocksAndDummiesOf(event)}, ${within(event.of)}`;
  },
  takesPart: "user",
  free: undefined,
};
