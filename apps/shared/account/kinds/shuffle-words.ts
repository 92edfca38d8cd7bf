import { blocksAndDummiesOf, usersOf } from "./_internal/shuffle-words.js";
import type { EventWords } from "./event-words.js";

/** The words of `shuffle`. */
export const shuffleWords: EventWords<"shuffle"> = {
  describe: (event, within) =>
    `shuffle of ${usersOf(event.users)}${blocksAndDummiesOf(event)}, ${within(event.of)}`,
  takesPart: "user",
  free: undefined,
};
