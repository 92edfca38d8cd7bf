import { groupDigits } from "../../words/group-digits.js";
import { grouped } from "./_internal/shuffle-words.js";
import type { EventWords } from "./event-words.js";

/** The words of `repeat`. */
export const repeatWords: EventWords<"repeat"> = {
  describe: ({ times, of }, within) => `${groupDigits(times)} x ${grouped(of, within)}`,
  takesPart: undefined,
  free: undefined,
};
