import { mergedRounds } from "../../../src/accounting/rounds/rounds-of.js";
import type { MechanismEvent } from "../../../src/privacy/index.js";
import { groupDigits } from "../words/group-digits.js";
import { EVENT_WORDS } from "./kinds/registry.js";

const WORDS = {
  user: "of the same users: the figures are user-level, for all that one user sends in them, the same value or another each time",
  record: "of the same records: the figures are for all that one record adds to them",
  both: "of the same users or records: the figures are for all that one of them sends or adds to them",
} as const;

/** That several rounds are about the same users or records, in a sentence; nothing of a single round. */
export function describeRounds(event: MechanismEvent): string | undefined {
  const rounds = mergedRounds(event);
  const count = rounds.reduce((sum, { times }) => sum + times, 0);
  if (count < 2) return undefined;
  const [one, ...others] = new Set(rounds.map(({ round }) => EVENT_WORDS[round.kind].takesPart));
  const all = count === 2 ? "Both rounds" : `All ${groupDigits(count)} rounds`;
  return `${all} are ${WORDS[others.length > 0 ? "both" : one!]}.`;
}
