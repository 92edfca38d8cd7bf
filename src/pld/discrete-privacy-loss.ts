import { DpError } from "../errors.js";
import { checkArray, checkNumber, checkOptions, DOMAIN, show } from "../validate.js";
import { discretePair } from "./pairs/discrete-pair.js";
import { PrivacyLossDistribution } from "./privacy-loss-distribution.js";

/**
 * How far from one the sum of a law may be. Decimals of sixteen digits are within it, and within half of it
 * up to some thousand outcomes. Masses count as they are given: twice as much lets them, and a delta of one
 * release, be off by twice as much.
 */
const TOLERANCE = 1e-12;

/**
 * The privacy loss of a mechanism whose two output laws are given outcome by outcome.
 *
 * Guarantee: exact for the given pair; the caller must know whether it dominates. Composed many times, a law
 * with few and scattered losses has a wide bracket.
 *
 * @param options.massP P(outcome) for each outcome; sums to one
 * @param options.massQ Q(outcome) for the same outcomes
 * @throws DpError OUT_OF_RANGE a probability is outside [0, 1]; BAD_INPUT the lists are no arrays, differ in
 *   length or do not sum to one
 * @example discretePrivacyLoss({ massP: [0.75, 0.25], massQ: [0.25, 0.75] }).deltaAtEpsilon(0).upper.toFixed(2); // "0.50"
 */
export function discretePrivacyLoss(options: {
  readonly massP: readonly number[];
  readonly massQ: readonly number[];
}): PrivacyLossDistribution {
  checkOptions("discretePrivacyLoss", options);
  const massP = checkArray("discretePrivacyLoss: massP", options.massP);
  const massQ = checkArray("discretePrivacyLoss: massQ", options.massQ);
  checkLaw("massP", massP, massP.length);
  checkLaw("massQ", massQ, massP.length);
  return PrivacyLossDistribution.of(discretePair(massP, massQ));
}

function checkLaw(name: string, masses: readonly number[], length: number): void {
  masses.forEach((mass, i) => {
    checkNumber(`discretePrivacyLoss: ${name}[${i}]`, mass, DOMAIN.outcomeMass);
  });
  const sum = masses.reduce((total, mass) => total + mass, 0);
  if (masses.length === length && Math.abs(sum - 1) <= TOLERANCE) return;
  throw new DpError(
    "BAD_INPUT",
    `discretePrivacyLoss: ${name} must be ${length} probabilities that sum to 1, got ${show(masses)} with sum ${sum}`,
    { parameter: name, value: masses, allowed: `${length} probabilities that sum to 1` },
  );
}
