import type { MechanismEvent } from "../../privacy/index.js";

/** What a round spends. */
export interface RoundCharge {
  /** The shuffle of each slot, of the users that count. */
  readonly event: MechanismEvent;
  /** D, uniform reports in each of them, made by the shuffler. */
  readonly dummies: number;
}
