import { DpError } from "../../errors.js";
import { checkNumber, RANGES, show } from "../../validate.js";
import { discretePair } from "./pairs/discrete-pair.js";
import { PrivacyLossDistribution } from "./privacy-loss-distribution.js";

/** Laws may miss mass one by this much, for their decimals' sake. */
const TOLERANCE = 1e-12;

/**
 * The privacy loss of a mechanism whose two output laws are given outcome by outcome.
 *
 * Guarantee: that of the pair given; whether it dominates is the caller's to know. Composed many times, a law with few and
 * scattered losses has a wide bracket.
 *
 * @param options.massP P(outcome) for each outcome; sums to one
 * @param options.massQ Q(outcome) for the same outcomes
 * @throws DpError OUT_OF_RANGE a probability is outside [0, 1]; BAD_INPUT the lists differ in length or do not sum to one
 * @example discretePrivacyLoss({ massP: [0.75, 0.25], massQ: [0.25, 0.75] }).deltaAtEpsilon(0).upper.toFixed(2); // "0.50"
 */
export function discretePrivacyLoss(options: {
  readonly massP: readonly number[];
  readonly massQ: readonly number[];
}): PrivacyLossDistribution {
  const { massP, massQ } = options;
  checkLaw("massP", massP, massP.length);
  checkLaw("massQ", massQ, massP.length);
  return PrivacyLossDistribution.of(discretePair(massP, massQ));
}

function checkLaw(name: string, masses: readonly number[], length: number): void {
  masses.forEach((mass, i) => {
    checkNumber(`discretePrivacyLoss: ${name}[${i}]`, mass, RANGES.probability);
  });
  const sum = masses.reduce((total, mass) => total + mass, 0);
  if (masses.length === length && Math.abs(sum - 1) <= TOLERANCE) return;
  throw new DpError(
    "BAD_INPUT",
    `discretePrivacyLoss: ${name} must be ${length} probabilities that sum to 1, got ${show(masses)} with sum ${sum}`,
    { parameter: name, value: masses, allowed: `${length} probabilities that sum to 1` },
  );
}
