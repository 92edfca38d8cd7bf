import { logBinomialMass } from "../../../numerics/log-binomial-mass.js";
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

/** What is left out is below this share of the sum. */
const NEGLIGIBLE = 2 ** -60;

/**
 * The hockey-stick divergence at epsilon of `rounds` binary randomized responses: E[(1 - e^(epsilon - loss))+] with
 * loss = (rounds - 2 flips) roundEpsilon and flips binomial.
 *
 * A sum of positive terms from its largest mass outwards; the bracket holds rounding and the tails left out.
 */
export function responsesDelta({ roundEpsilon, rounds }: Responses, epsilon: number): Bracket {
  const last = Math.ceil((rounds - epsilon / roundEpsilon) / 2) - 1;
  if (!(last >= 0)) return { lower: 0, estimate: 0, upper: 0 };
  const law = {
    probability: 1 / (1 + Math.exp(roundEpsilon)),
    complement: 1 / (1 + Math.exp(-roundEpsilon)),
  };
  const start = Math.min(last, Math.floor((rounds + 1) * law.probability));
  const logMass = logBinomialMass(start, rounds, law);
  const excessAt = (flips: number) => Math.max(0, -Math.expm1(epsilon - (rounds - 2 * flips) * roundEpsilon));
  const down = sumOutwards(
    start,
    (flips) => (flips / (rounds - flips + 1)) * Math.exp(roundEpsilon),
    excessAt,
    -1,
    0,
  );
  const up = sumOutwards(
    start,
    (flips) => ((rounds - flips) / (flips + 1)) * Math.exp(-roundEpsilon),
    excessAt,
    1,
    last,
  );
  const excess = down.excess + up.excess - excessAt(start);
  // Relative: the first term's mass, and the ratios from term to term. Absolute: the rounding of loss - epsilon.
  const logSlack =
    Number.EPSILON *
    (32 +
      4 * Math.abs(logMass) +
      4 * Math.sqrt(2 * Math.abs(logMass) * rounds) +
      2 * (down.terms + up.terms));
  const lossSlack =
    4 * Number.EPSILON * (epsilon + Math.min(1, rounds * roundEpsilon)) * (down.mass + up.mass);
  const total = (sum: number, slack: number) => Math.exp(logMass + Math.log(Math.max(0, sum)) + slack);
  return {
    lower: total(excess - lossSlack, -logSlack),
    estimate: total(excess, 0),
    upper: total(excess + lossSlack + down.remainder + up.remainder, logSlack) + Number.MIN_VALUE,
  };
}

function sumOutwards(
  start: number,
  ratioFrom: (flips: number) => number,
  excessAt: (flips: number) => number,
  step: 1 | -1,
  end: number,
): Sums {
  let weight = 1;
  let mass = 0;
  let excess = 0;
  for (let flips = start, terms = 1; ; flips += step, terms++) {
    mass += weight;
    excess += weight * excessAt(flips);
    if (flips === end) return { excess, mass, remainder: 0, terms };
    const ratio = ratioFrom(flips); // falls from here on: the rest is below a geometric series
    const remainder = ratio < 1 ? (weight * ratio) / (1 - ratio) : Infinity;
    if (remainder <= NEGLIGIBLE * excess) return { excess, mass, remainder, terms };
    weight *= ratio;
  }
}
