import type { Assumption } from "../../privacy/index.js";
import { ROUND_ROWS } from "./kinds/registry.js";
import type { Round } from "./round.js";

/**
 * What a figure that takes credit for the round's draw of participants assumes besides: nothing where all
 * take part.
 */
export function secretParticipation(round: Round): readonly Assumption[] {
  return ROUND_ROWS[round.kind].isDrawn(round as never) ? ["secret-participation"] : [];
}
