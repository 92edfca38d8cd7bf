import { groupDigits } from "../../words/group-digits.js";
import type { EventWords } from "./event-words.js";

/** The words of `discreteChannel`. */
export const discreteChannelWords: EventWords<"discreteChannel"> = {
  describe: ({ matrix }) =>
    `channel of ${groupDigits(matrix.length)} inputs and ${groupDigits(matrix[0]!.length)} reports`,
  takesPart: "user",
  free: undefined,
};
