import { formatNumber } from "../../../../src/privacy/format-number.js";
import { groupDigits } from "../../words/group-digits.js";
import type { EventWords } from "./event-words.js";

/** The words of `weightShuffle`. */
export const weightShuffleWords: EventWords<"weightShuffle"> = {
  describe: ({ dimension, batchClipRatio, of }, within) =>
    `weights shuffled (dimension ${groupDigits(dimension)}, batch clip ratio ${formatNumber(batchClipRatio)}) after ${within(of)}`,
  takesPart: "record",
  free: undefined,
};
