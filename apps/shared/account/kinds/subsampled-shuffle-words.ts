import { groupDigits } from "../../words/group-digits.js";
import { blocksAndDummiesOf, usersOf } from "./_internal/shuffle-words.js";
import type { EventWords } from "./event-words.js";

/** The words of `subsampledShuffle`. */
export const subsampledShuffleWords: EventWords<"subsampledShuffle"> = {
  describe: (event, within) =>
    `shuffle of ${groupDigits(event.sampled)} out of ${usersOf(event.users)}${blocksAndDummiesOf(event)}, ${within(event.of)}`,
  takesPart: "user",
  free: undefined,
};
