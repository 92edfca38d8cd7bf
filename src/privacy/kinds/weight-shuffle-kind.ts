import { DOMAIN } from "../../validate.js";
import type { WeightShuffleEvent } from "../mechanism-event.js";
import type { EventKindOf } from "./event-kind.js";
import { AT_LEAST_TWO } from "./shared-fields.js";

/** What `weightShuffle` means, and its fields. */
export const weightShuffleKind: EventKindOf<WeightShuffleEvent> = {
  meaning: "A trusted server permutes the weights of a model after a noisy update (YJX25).",
  fields: {
    dimension: {
      meaning: "weights that are permuted",
      symbol: "d",
      type: AT_LEAST_TWO,
      unit: "weights",
    },
    batchClipRatio: {
      meaning: "norm bound of the whole update over the largest change that one record makes in it",
      symbol: "c' / c",
      type: DOMAIN.noise,
      unit: "ratio",
    },
    of: { meaning: "what the weights went through before", type: "event" },
  },
};
