import type { Method } from "../../privacy/index.js";
import { notApplicable } from "../claims/not-applicable.js";
import { exceededLimit, type RoundLimit } from "./round-limit.js";
import type { RepeatedRound } from "./rounds-of.js";

/**
 * Checks the rounds for a method that takes long for each different one.
 *
 * @throws DpError NOT_APPLICABLE there are more than `most` different ones
 */
export function checkDifferent(method: Method, rounds: readonly RepeatedRound[], most: RoundLimit): void {
  const exceeded = exceededLimit(rounds, most);
  if (exceeded === undefined) return;
  throw notApplicable(method, `it takes too long beyond ${exceeded} different rounds, got ${rounds.length}`);
}
