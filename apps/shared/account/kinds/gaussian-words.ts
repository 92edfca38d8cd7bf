import { formatUp } from "../../../../src/privacy/format-number.js";
import type { EventWords } from "./event-words.js";

/** The words of `gaussian`. */
export const gaussianWords: EventWords<"gaussian"> = {
  describe: (event) =>
    event.noiseToClip === undefined
      ? `Gaussian noise multiplier ${formatUp(event.noiseMultiplier)}`
      : `Gaussian noise ${formatUp(event.noiseToClip)} C`,
  takesPart: "record",
  free: "noise",
};
