import type { Method } from "../../privacy/index.js";
import { notApplicable } from "../claims/not-applicable.js";
import { joinAlikeRounds } from "./join-alike-rounds.js";
import { REPORT_ROWS } from "./reports/registry.js";
import type { Round } from "./round.js";
import type { RepeatedRound } from "./rounds-of.js";

/** Different rounds, or fewer that spend no less, which a remark then says. */
export interface ChargedRounds {
  readonly rounds: readonly RepeatedRound[];
  readonly remark?: string;
}

/**
 * Different rounds; where they are many, those that are alike are charged as one: with the least noise or the
 * largest epsilon, the fewest users and the most reports.
 *
 * @param work.wanted different rounds, of which some count for several
 * @param work.most the same, where they are not alike
 * @throws DpError NOT_APPLICABLE they are still more
 */
export function chargedRounds(
  method: Method,
  different: readonly RepeatedRound[],
  { wanted, most }: { readonly wanted: number; readonly most: number },
): ChargedRounds {
  if (different.length <= 1) return { rounds: different };
  const { rounds, work } = joinAlikeRounds(different, { side: "upper", workOf, mostWork: wanted });
  // Two are charged however long they take: not more than twice as long as one.
  if (work > most && rounds.length > 2) {
    const reason = `it takes too long for ${different.length} different rounds, which are not alike`;
    throw notApplicable(method, reason);
  }
  if (rounds.length === different.length) return { rounds: different };
  const remark = `${different.length} different rounds are charged as ${rounds.length}: as the one with the least noise, fewest users and most reports of those alike`;
  return { rounds, remark };
}

/** About what it takes to compute and compose their laws. */
function workOf(rounds: readonly RepeatedRound[]): number {
  return rounds.reduce((sum, { round }) => sum + workOfRound(round), 0);
}

function workOfRound({ kind, report }: Round): number {
  const { alone, varied } = REPORT_ROWS[report.kind].work(report as never);
  return alone * (kind === "checkInShuffle" ? varied : 1);
}
