import { grouped } from "./_internal/shuffle-words.js";
import type { EventWords } from "./event-words.js";

/** The words of `sequence`. */
export const sequenceWords: EventWords<"sequence"> = {
  describe: ({ of }, within) => of.map((each) => grouped(each, within)).join("; then ") || "nothing",
  takesPart: undefined,
  free: undefined,
};
