import { groupDigits } from "../../words/group-digits.js";
import type { EventWords } from "./event-words.js";

/** The words of `randomAllocation`. */
export const randomAllocationWords: EventWords<"randomAllocation"> = {
  describe: ({ steps, of }, within) => `random allocation to ${groupDigits(steps)} batches, ${within(of)}`,
  takesPart: "record",
  free: undefined,
};
