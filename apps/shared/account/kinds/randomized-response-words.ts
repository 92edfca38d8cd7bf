import { formatDown } from "../../../../src/privacy/format-number.js";
import { groupDigits } from "../../words/group-digits.js";
import type { EventWords } from "./event-words.js";

/** The words of `randomizedResponse`. */
export const randomizedResponseWords: EventWords<"randomizedResponse"> = {
  describe: ({ categories, epsilon }) =>
    `randomized response of ${groupDigits(categories)} categories, epsilon ${formatDown(epsilon)}`,
  takesPart: "user",
  free: "localEpsilon",
};
