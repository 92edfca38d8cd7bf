import { readsTokens } from "../../../src/training/config/configured-model.js";
import type { ModelChoice } from "../../../src/training/config/model-choice.js";

/** What a model of texts reads and writes one of at a time. */
export function tokenWord(config: ModelChoice): "byte" | "token" {
  return readsTokens(config) ? "token" : "byte";
}
