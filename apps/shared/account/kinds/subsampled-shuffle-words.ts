import { counted } from "../../words/counted.js";
import { groupDigits } from "../../words/group-digits.js";
import { blocksAndDummiesOf } from "./_internal/shuffle-words.js";
import type { EventWords } from "./event-words.js";

/** The words of `subsampledShuffle`. */
export const subsampledShuffleWords: EventWords<"subsampledShuffle"> = {
  describe: (event, within) =>
    `shuffle of ${groupDigits(event.sampled)} out of ${counted(event.users, "user")}${blocksAndDummiesOf(event)}, ${within(event.of)}`,
  takesPart: "user",
  free: undefined,
};
