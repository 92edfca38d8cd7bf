import { formatDown } from "../../../../src/privacy/format-number.js";
import type { EventWords } from "./event-words.js";

/** The words of `poissonSample`. */
export const poissonSampleWords: EventWords<"poissonSample"> = {
  describe: ({ rate, of }, within) => `Poisson sample at rate ${formatDown(rate)}, ${within(of)}`,
  takesPart: "record",
  free: undefined,
};
