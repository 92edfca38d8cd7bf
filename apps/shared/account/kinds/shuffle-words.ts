import { counted } from "../../words/counted.js";
import { blocksAndDummiesOf } from "./_internal/shuffle-words.js";
import type { EventWords } from "./event-words.js";

/** The words of `shuffle`. */
export const shuffleWords: EventWords<"shuffle"> = {
  describe: (event, within) =>
    `shuffle of ${counted(event.users, "user")}${blocksAndDummiesOf(event)}, ${within(event.of)}`,
  takesPart: "user",
  free: undefined,
};
