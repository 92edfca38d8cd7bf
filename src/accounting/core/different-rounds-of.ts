import type { Adjacency, MechanismEvent, Method } from "../../privacy/index.js";
import { notApplicable } from "./not-applicable.js";
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
  most: number,
): readonly RepeatedRound[] {
  const rounds = roundsOf(event, adjacency);
  if (rounds.length <= most) return rounds;
  throw notApplicable(method, `it takes too long beyond ${most} different rounds, got ${rounds.length}`);
}
