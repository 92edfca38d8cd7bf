import { grouped } from "./_internal/shuffle-words.js";
import type { EventWords } from "./event-words.js";

/** The words of `answers`. */
export const answersWords: EventWords<"answers"> = {
  describe: ({ of }, within) => `one message of (${of.map((each) => grouped(each, within)).join("; ")})`,
  takesPart: "user",
  free: undefined,
};
