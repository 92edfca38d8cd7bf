import { formatDown, formatUp } from "../../../../src/privacy/format-number.js";
import { groupDigits } from "../../words/group-digits.js";
import type { EventWords } from "./event-words.js";

/** The words of `dummyCounts`. */
export const dummyCountsWords: EventWords<"dummyCounts"> = {
  describe: ({ categories, laplaceScale, centre, total, epsilon }) => {
    const reports =
      epsilon === undefined ? "messages" : `randomized responses of epsilon ${formatDown(epsilon)}`;
    const sum = total === "constant" ? ", constant in sum" : "";
    return `${reports} about ${groupDigits(categories)} categories, with ${groupDigits(centre)} dummies of each and noise of scale ${formatUp(laplaceScale)} in their number${sum}`;
  },
  takesPart: "user",
  free: undefined,
};
