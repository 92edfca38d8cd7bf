import type { Adjacency, MechanismEvent, Method } from "../../privacy/index.js";
import { notApplicable } from "../claims/not-applicable.js";
import { harsherRounds } from "./harsher-rounds.js";
import { type RepeatedRound, roundsOf } from "./rounds-of.js";

/** So many are charged however long they take: not more than so many times as long as one. */
const FEW = 2;

/** Different rounds, or fewer that spend no less, which a remark then says. */
export interface ChargedRounds {
  readonly rounds: readonly RepeatedRound[];
  readonly remark?: string;
}

/**
 * The rounds of an event; where there are many different ones, those that are alike are charged as one.
 *
 * @param work.wanted different rounds, of which some count for several
 * @param work.most the same, where they are not alike
 * @throws DpError NOT_APPLICABLE they are still more
 */
export function chargedRounds(
  method: Method,
  event: MechanismEvent,
  adjacency: Adjacency,
  { wanted, most }: { readonly wanted: number; readonly most: number },
): ChargedRounds {
  const different = roundsOf(event, adjacency);
  if (different.length <= 1) return { rounds: different };
  const { rounds, work } = harsherRounds(different, wanted);
  if (work > most && rounds.length > FEW) {
    const reason = `it takes too long for ${different.length} different rounds, which are not alike`;
    throw notApplicable(method, reason);
  }
  if (rounds.length === different.length) return { rounds: different };
  const remark = `${different.length} different rounds are charged as ${rounds.length}: as the one with the least noise, fewest users and most reports of those alike`;
  return { rounds, remark };
}
