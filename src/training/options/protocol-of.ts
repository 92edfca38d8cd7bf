import type { Model } from "../models/model.js";
import type { Protocol } from "../protocols/protocol.js";
import { protocolKindOf } from "./kinds/protocol-kind-of.js";
import type { SettledConfig } from "./settled-config.js";

export type { NoisyRunConfig, SettledConfig } from "./settled-config.js";

/**
 * The protocol that a configuration names, over `examples` training examples.
 *
 * @param model what is trained: its number of weights sharpens what some protocols say of their reports,
 *   weights shuffling permutes them, and blocks are rotated by it; needed for reports and sums
 */
export function protocolOf(config: SettledConfig, examples: number, model?: Model): Protocol {
  return protocolKindOf(config).open(config, examples, model);
}
