import { formatUp } from "../../../../src/privacy/format-number.js";
import type { EventWords } from "./event-words.js";

/** The words of `laplaceScalar`. */
export const laplaceScalarWords: EventWords<"laplaceScalar"> = {
  describe: ({ noiseToWidth }) => `Laplace noise of ${formatUp(noiseToWidth)} widths of a number's interval`,
  takesPart: "user",
  free: undefined,
};
