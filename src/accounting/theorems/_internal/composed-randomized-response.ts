import { logBinomialMass } from "../../../numerics/log-binomial-mass.js";
import { productRemainder } from "../../../numerics/product-remainder.js";
import type { Bracket } from "../../../privacy/index.js";

export interface Responses {
  /** epsilon of one binary randomized response, > 0. */
  readonly roundEpsilon: number;
  readonly rounds: number;
}

interface Sums {
  /** Sum of mass (1 - e^(epsilon - loss)), in units of the first term's mass. */
  readonly excess: number;
  /** Sum of mass, in the same units. */
  readonly mass: number;
  /** Bound of what was left out. */
  readonly remainder: number;
  readonly terms: number;
}

/**
 * Terms whose excesses follow from one another. Valid at any number: their error is part of the bracket.
 * Twice or half as many change an epsilon by 1e-13 in the same time; one at a time take 2.5 times as long.
 */
const BLOCK = 32;

/**
 * The hockey-stick divergence at epsilon of `rounds` binary randomized responses: E[(1 - e^(epsilon -
 * loss))+] with loss = (rounds - 2 flips) roundEpsilon and flips binomial.
 *
 * A sum of positive terms from its largest mass outwards; the bracket holds rounding and the tails left out.
 */
export function composedRandomizedResponseDelta(
  { roundEpsilon, rounds }: Responses,
  epsilon: number,
): Bracket {
  const gapAt = gapTo(epsilon, { roundEpsilon, rounds });
  const least = (epsilon / roundEpsilon) * (1 - 4 * Number.EPSILON);
  const atMost = Math.min(rounds, Math.ceil((rounds - least) / 2) - 1);
  const last = gapAt(atMost) < 0 ? atMost : atMost - 1;
  if (!(last >= 0)) return { lower: 0, estimate: 0, upper: 0 };
  const law = {
    probability: 1 / (1 + Math.exp(roundEpsilon)),
    complement: 1 / (1 + Math.exp(-roundEpsilon)),
  };
  const start = Math.min(last, Math.floor((rounds + 1) * law.probability));
  const logMass = logBinomialMass(start, rounds, law);
  const excessAt = (flips: number) => Math.max(0, -Math.expm1(gapAt(flips)));
  // Blocks save time where there are many terms, of one size.
  const block = rounds >= 1e6 && 2 * BLOCK * roundEpsilon <= 1 ? BLOCK : 1;
  const oddsOf = { more: Math.exp(-roundEpsilon), fewer: Math.exp(roundEpsilon) };
  const down = sumOutwards(
    { start, end: 0, step: -1 },
    (flips) => (flips / (rounds - flips + 1)) * oddsOf.fewer,
    { at: excessAt, growth: Math.expm1(-2 * roundEpsilon), block },
  );
  const up = sumOutwards(
    { start, end: last, step: 1 },
    (flips) => ((rounds - flips) / (flips + 1)) * oddsOf.more,
    { at: excessAt, growth: Math.expm1(2 * roundEpsilon), block },
  );
  const excess = down.excess + up.excess - excessAt(start);
  // Relative: the first term's mass, and the ratios from term to term. Absolute: the rounding of loss -
  // epsilon, and of the steps of a block, some ulps of its first excess each, which is no more than the
  // term's own and what the block's losses differ by.
  const logSlack =
    Number.EPSILON *
    (32 +
      4 * Math.abs(logMass) +
      4 * Math.sqrt(2 * Math.abs(logMass) * rounds) +
      2 * (down.terms + up.terms));
  const steps =
    block === 1 ? 0 : 8 * (block - 1) * (excess + 2 * block * roundEpsilon * (down.mass + up.mass));
  const lossSlack =
    Number.EPSILON * (4 * (epsilon + Math.min(1, rounds * roundEpsilon)) * (down.mass + up.mass) + steps);
  const total = (sum: number, side: -1 | 0 | 1): number => {
    if (sum <= 0) return 0;
    const log = Math.log(sum);
    return Math.exp(logMass + log + side * (logSlack + 4 * Number.EPSILON * Math.abs(log)));
  };
  return {
    lower: total(excess - lossSlack, -1),
    estimate: total(excess, 0),
    upper: total(excess + lossSlack + down.remainder + up.remainder, 1) + Number.MIN_VALUE,
  };
}

/**
 * Epsilon less the loss at a number of flips, exact but for one rounding: losses next to epsilon count if
 * they are larger, however little.
 */
function gapTo(epsilon: number, { roundEpsilon, rounds }: Responses): (flips: number) => number {
  return (flips) => {
    const count = rounds - 2 * flips;
    return epsilon - count * roundEpsilon - productRemainder(count, roundEpsilon);
  };
}

interface Excess {
  at(flips: number): number;
  /** e^x - 1, x what the exponent of 1 - excess gains from one number of flips to the next. */
  readonly growth: number;
  readonly block: number;
}

function sumOutwards(
  { start, end, step }: { readonly start: number; readonly end: number; readonly step: 1 | -1 },
  ratioFrom: (flips: number) => number,
  excess: Excess,
): Sums {
  let weight = 1;
  let mass = 0;
  let sum = 0;
  let here = 0;
  for (let flips = start, terms = 1; ; flips += step, terms++) {
    // Within a block each follows from the one before, at an error of some ulps of the block's first.
    const follows = (terms - 1) % excess.block > 0;
    here = follows ? Math.max(0, here - excess.growth * (1 - here)) : excess.at(flips);
    mass += weight;
    sum += weight * here;
    if (flips === end) return { excess: sum, mass, remainder: 0, terms };
    const ratio = ratioFrom(flips); // falls from here on: the rest is below a geometric series
    const remainder = ratio < 1 ? (weight * ratio) / (1 - ratio) : Infinity;
    if (remainder <= 2 ** -60 * sum) return { excess: sum, mass, remainder, terms };
    weight *= ratio;
  }
}
