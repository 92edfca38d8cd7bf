import { budgetGuarantee, guarantees } from "../../accounting/index.js";
import { memoize } from "../../numerics/memoize.js";
import type { Adjacency, Guarantee, MechanismEvent } from "../../privacy/index.js";
import { canonicalJson } from "../messages/canonical-json.js";

/** Alike rounds. */
export interface ChargedRounds {
  readonly event: MechanismEvent;
  readonly times: number;
}

/** What a figure is asked under. */
export interface SpentQuery {
  readonly adjacency: Adjacency;
  readonly delta: number;
}

/**
 * The best proven upper bound of what rounds spend together; each question is answered once.
 *
 * @throws DpError NOT_APPLICABLE there is none
 */
export const spent: (charged: readonly ChargedRounds[], query: SpentQuery) => Guarantee = memoize(
  (charged, { adjacency, delta }) => {
    const of = charged.map(({ event, times }): MechanismEvent => ({ kind: "repeat", times, of: event }));
    return budgetGuarantee(guarantees({ kind: "sequence", of }, { adjacency, delta }));
  },
  { key: (charged, { adjacency, delta }) => canonicalJson({ charged, adjacency, delta }), capacity: 1000 },
);
