import { type AdamOptions, adam } from "./adam.js";
import type { Optimizer } from "./optimizer.js";
import { type SgdOptions, sgd } from "./sgd.js";

/** An optimizer by name, with what it needs. */
export type OptimizerConfig =
  | ({ readonly optimizer: "sgd" } & SgdOptions)
  | ({ readonly optimizer: "adam" } & AdamOptions);

/** The optimizers, by name. */
export type OptimizerName = OptimizerConfig["optimizer"];

export function optimizerOf(config: OptimizerConfig): Optimizer {
  return config.optimizer === "adam" ? adam(config) : sgd(config);
}
