import { formatDown, formatUp } from "../../../../src/privacy/format-number.js";
import type { EventWords } from "./event-words.js";

/** The words of `subsetResponse`. */
export const subsetResponseWords: EventWords<"subsetResponse"> = {
  describe: ({ epsilon, mass, overlap }) => {
    const meeting = overlap ? ` with overlaps of ${formatUp(overlap)}` : "";
    return `subset response of mass ${formatDown(mass)}${meeting}, epsilon ${formatDown(epsilon)}`;
  },
  takesPart: "user",
  free: "localEpsilon",
};
