import type { Model } from "../../models/model.js";
import type { Protocol } from "../../protocols/protocol.js";
import type { ConfigFields } from "../config-field.js";
import type { ProtocolName, RunConfig } from "../run-config.js";
import type { SettledConfig } from "../settled-config.js";

/**
 * A training protocol, as everything around the loop has it: its fields, what a run of it counts by, and the
 * protocol itself.
 */
export interface ProtocolKind<Name extends ProtocolName> {
  /**
   * Who makes the noise, and so whom the figures protect against: the users, each on her own report; a
   * trusted server, on a sum; or nobody, and there is neither an event nor a figure.
   */
  readonly noiseBy: "users" | "server" | "nobody";
  /** Who joins a round and what is added to it. */
  readonly fields: ConfigFields;
  /** What a figure needs. */
  readonly privacyFields: ConfigFields;
  /** Rounds after which every one of the training examples has been used once, on average. */
  roundsPerEpoch(config: Extract<RunConfig, { readonly protocol: Name }>, examples: number): number;
  /** Rounds that are charged together, with the first of them. */
  roundsPerEvent(config: Extract<RunConfig, { readonly protocol: Name }>): number;
  /**
   * The protocol over `examples` training examples; the model's number of weights sharpens what some say of
   * their reports, and weights shuffling permutes them.
   */
  open(
    config: Extract<SettledConfig, { readonly protocol: Name }>,
    examples: number,
    model: Model | undefined,
  ): Protocol;
}
