import { groupDigits } from "../../words/group-digits.js";
import type { EventWords } from "./event-words.js";

/** The words of `randomAllocation`. */
export const randomAllocationWords: EventWords<"randomAllocation"> = {
  describe: ({ steps, joined = 1, of }, within) => {
    const to = joined === 1 ? "" : `${groupDigits(joined)} of `;
    return `random allocation to ${to}${groupDigits(steps)} batches, ${within(of)}`;
  },
  takesPart: "record",
  free: undefined,
};
