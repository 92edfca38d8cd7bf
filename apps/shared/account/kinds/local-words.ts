import { formatDown } from "../../../../src/privacy/format-number.js";
import type { EventWords } from "./event-words.js";

/** The words of `local`. */
export const localWords: EventWords<"local"> = {
  describe: ({ epsilon, delta }) =>
    `local epsilon ${formatDown(epsilon)}${delta ? `, delta ${formatDown(delta)}` : ""}`,
  takesPart: "user",
  free: "localEpsilon",
};
