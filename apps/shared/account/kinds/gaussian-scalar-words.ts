import { formatUp } from "../../../../src/privacy/format-number.js";
import type { EventWords } from "./event-words.js";

/** The words of `gaussianScalar`. */
export const gaussianScalarWords: EventWords<"gaussianScalar"> = {
  describe: ({ noiseToWidth }) => `Gaussian noise of ${formatUp(noiseToWidth)} widths of a number's interval`,
  takesPart: "user",
  free: undefined,
};
