import type { Adjacency, MechanismEvent } from "../../../privacy/index.js";
import type { RoundEvent } from "../../../privacy/rounds-in.js";
import { blocksAndDummiesWords } from "../../rounds/coverage.js";
import { ROUND_ROWS } from "../../rounds/kinds/registry.js";
import { readRound } from "../../rounds/read-round.js";
import { REPORT_WORDS, reportKindOf } from "../../rounds/reports/registry.js";
import type { Round } from "../../rounds/round.js";
import { mergedRounds, type RepeatedRound } from "../../rounds/rounds-of.js";

/** The rounds of an event that are of one kind, with reports of one kind. */
export interface Family {
  /** They alone, as an event. */
  readonly event: MechanismEvent;
  /** One of them, in its normal form: all are covered by the same methods. */
  readonly round: Round;
  /** Which rounds they are. */
  readonly words: string;
}

/**
 * Every method asks for the families of the same event, and what is known of them is kept by their events.
 */
const known = new WeakMap<MechanismEvent, Map<Adjacency, readonly Family[]>>();

/**
 * The rounds of an event by their kinds.
 *
 * @throws DpError NOT_APPLICABLE a round that no analysis reads
 */
export function familiesOf(event: MechanismEvent, adjacency: Adjacency): readonly Family[] {
  const found = known.get(event)?.get(adjacency);
  if (found !== undefined) return found;
  const families = grouped(event, adjacency);
  if (Object.isFrozen(event)) {
    known.set(event, new Map([...(known.get(event) ?? []), [adjacency, families]]));
  }
  return families;
}

function grouped(event: MechanismEvent, adjacency: Adjacency): readonly Family[] {
  const found = new Map<string, { round: Round; members: RepeatedRound<RoundEvent>[] }>();
  for (const member of mergedRounds(event)) {
    const round = readRound(member.round, adjacency);
    const { kind, weightShuffle, blocksAndDummies } = round;
    const key = JSON.stringify([kind, reportKindOf(round.report), weightShuffle, blocksAndDummies]);
    const family = found.get(key);
    if (family === undefined) found.set(key, { round, members: [member] });
    else family.members.push(member);
  }
  return [...found.values()].map(({ round, members }) => ({
    round,
    words: wordsOf(round),
    event: eventOf(members),
  }));
}

function wordsOf({ kind, report, blocksAndDummies }: Round): string {
  const besides = blocksAndDummies === undefined ? "" : ` with ${blocksAndDummiesWords(blocksAndDummies)}`;
  return `${ROUND_ROWS[kind].words}${besides} (${REPORT_WORDS[reportKindOf(report)]})`;
}

/** Rounds as one event, in whose place nothing else stands: it is frozen. */
export function eventOf(members: readonly RepeatedRound<MechanismEvent>[]): MechanismEvent {
  const of = members.map(({ round, times }) => Object.freeze({ kind: "repeat", times, of: round } as const));
  return Object.freeze({ kind: "sequence", of });
}
