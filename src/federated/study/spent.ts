import { budgetGuarantee, guarantees } from "../../accounting/index.js";
import { responseDelta } from "../../accounting/shuffle/dummies/response-delta.js";
import { DpError } from "../../errors.js";
import { smallestDoubleWhere } from "../../numerics/smallest-double-where.js";
import type { Adjacency, Guarantee, MechanismEvent } from "../../privacy/index.js";
import type { RoundCharge } from "../messages/round-charge.js";

/** Alike rounds. */
export interface ChargedRounds {
  readonly charge: RoundCharge;
  readonly times: number;
}

/** What a figure is asked under. */
export interface SpentQuery {
  readonly adjacency: Adjacency;
  readonly delta: number;
}

/**
 * The best proven upper bound of what rounds spend together: without credit for dummies, or with.
 *
 * @throws DpError NOT_APPLICABLE there is none
 */
export function spent(charged: readonly ChargedRounds[], query: SpentQuery): Guarantee {
  const of = charged.map(
    ({ charge, times }): MechanismEvent => ({ kind: "repeat", times, of: charge.event }),
  );
  const plain = budgetGuarantee(guarantees({ kind: "sequence", of }, query));
  const hidden = hiddenByDummies(charged, query);
  return hidden !== undefined && hidden.epsilon.upper < plain.epsilon.upper ? hidden : plain;
}

interface HiddenShuffle {
  readonly localEpsilon: number;
  readonly categories: number;
  readonly others: number;
  readonly dummies: number;
  readonly times: number;
}

/** Section 6 of docs/theorems/dummies.md for each shuffle, at an equal share of delta, and basic composition. */
function hiddenByDummies(charged: readonly ChargedRounds[], query: SpentQuery): Guarantee | undefined {
  const shuffles = charged.flatMap(({ charge, times }) => hiddenShuffles(charge, times));
  const count = shuffles.reduce((sum, { times }) => sum + times, 0);
  if (count === 0 || shuffles.every(({ dummies }) => dummies === 0)) return undefined;
  const delta = query.delta / count;
  const upper = shuffles.reduce((sum, shuffle) => sum + shuffle.times * epsilonOf(shuffle, delta), 0);
  const rounded = upper * (1 + 2 ** -40);
  return {
    side: "upper",
    status: "proven",
    assumptions: ["honest-shuffler"],
    method: "basic-composition",
    source: "docs/theorems/dummies.md, section 6, for each shuffle; basic composition",
    adjacency: query.adjacency,
    delta: query.delta,
    epsilon: { lower: 0, estimate: upper, upper: rounded },
  };
}

function hiddenShuffles({ event, dummies }: RoundCharge, times: number): readonly HiddenShuffle[] {
  return (event.kind === "sequence" ? event.of : [event]).map((shuffle) => {
    if (shuffle.kind !== "shuffle" || shuffle.of.kind !== "randomizedResponse") throw notResponses(shuffle);
    const { epsilon: localEpsilon, categories } = shuffle.of;
    return { localEpsilon, categories, others: shuffle.users - 1, dummies, times };
  });
}

/** The least epsilon at which the bound of delta is met; the report's own at most. */
function epsilonOf({ localEpsilon, categories, others, dummies }: HiddenShuffle, delta: number): number {
  const responses = { localEpsilon, setMass: 1 / categories, others, dummies };
  const meets = (epsilon: number): boolean => responseDelta(responses, Math.expm1(epsilon)).upper <= delta;
  if (meets(0)) return 0;
  return coarse(meets, localEpsilon);
}

/** To a relative 2^-20, on the side where the condition holds. */
function coarse(holds: (epsilon: number) => boolean, high: number): number {
  const step = 2 ** 20;
  const found = smallestDoubleWhere((x) => holds(Math.ceil(x * step) / step), 1 / step, high);
  return Math.min(high, Math.ceil(found * step) / step);
}

function notResponses(event: MechanismEvent): DpError {
  return new DpError(
    "NOT_APPLICABLE",
    `spent: a charge must be shuffles of randomized responses, got ${event.kind}`,
    {
      parameter: "charge",
      value: event,
    },
  );
}
