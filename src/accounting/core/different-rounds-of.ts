import type { Adjacency, MechanismEvent, Method } from "../../privacy/index.js";
import { notApplicable } from "./not-applicable.js";
import { exceededLimit, type RoundLimit, withFewerUsers } from "./round-limit.js";
import { type RepeatedRound, roundsOf } from "./rounds-of.js";

/**
 * The rounds of an event for a method that takes long for each different one.
 *
 * @throws DpError NOT_APPLICABLE there are more than `most` different ones
 */
export function differentRoundsOf(
  method: Method,
  event: MechanismEvent,
  adjacency: Adjacency,
  most: RoundLimit,
): readonly RepeatedRound[] {
  const rounds = withFewerUsers(roundsOf(event, adjacency), most);
  const exceeded = exceededLimit(rounds, most);
  if (exceeded === undefined) return rounds;
  throw notApplicable(method, `it takes too long beyond ${exceeded} different rounds, got ${rounds.length}`);
}
