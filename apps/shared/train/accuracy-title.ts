import { tokenWord } from "./token-word.js";
import type { TrainSummary } from "./train-summary.js";

/** What a run's accuracy is the share of: right classes, or right tokens of a language model. */
export function accuracyTitle({ sample, config }: Pick<TrainSummary, "sample" | "config">): string {
  return sample === undefined ? "test accuracy" : `next ${tokenWord(config)} right`;
}
