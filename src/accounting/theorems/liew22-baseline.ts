/**
 * The line "baseline" of LT22 and LT23, Figure 1b, for shuffled check-in: (epsilon, delta) of each round,
 * composed.
 *
 * **Reconstructed** from what those papers say of Liew, Hasegawa and Takahashi 2022, and proven here:
 * docs/theorems/liew22.md.
 */
import { narrowBinomialRange } from "../../numerics/binomial-range.js";
import { checkNumber, DOMAIN } from "../../validate.js";
import { type CheckIn, checkCheckIn } from "./_internal/check-in.js";
import { strongCompositionEpsilon } from "./strong-composition.js";
import { amplifyBySubsampling } from "./subsampling.js";

export type { CheckIn, ShuffledEpsilon } from "./_internal/check-in.js";

/**
 * Shares of delta that the rounds' own deltas may take; the rest is the composition's slack. Valid at any:
 * eleven lower an epsilon by up to 1 %, two raise one by up to 3.4 %.
 */
const ROUND_SHARES = [0.02, 0.1, 0.3, 0.5, 0.8];
/**
 * Share of a round's delta that covers an unusual number of reports. Valid at any share: twice or half of it
 * moves an epsilon by up to 2 %, up or down.
 */
const COUNT_SHARE = 0.05;

/**
 * The epsilon of T check-in rounds: (epsilon, delta) of a round by shuffling and sampling, composed by strong
 * composition.
 *
 * Among at least k₀ and at most k₁ reports, all but a chance β: (log(1 + (k₁/n)(e^ε(k₀, δ) − 1)), (k₁/n) δ +
 * β) per round; then Kairouz, Oh and Viswanath's optimal composition of T rounds, at the best of five splits
 * of delta. Guarantee: upper bound, rounding included, as far as `shuffledEpsilon` is one. Assumes:
 * replace-one adjacency; honest shuffler; users join independently of each other and of the data. Edges: so
 * few expected reports that one alone is not unusual → ε(1, δ), no credit for shuffling.
 *
 * @param options.users n, integer in [1, 1e12]
 * @param options.checkInRate γ, [1e-12, 1]
 * @param options.rounds T, integer in [1, 1e9]
 * @param options.delta δ of all rounds, [1e-150, 1)
 * @param options.shuffledEpsilon ε of k shuffled reports at δ, e.g. by clones
 * @returns ε of all rounds, nats
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range
 * @example
 * const shuffledEpsilon = ({ delta }: { delta: number }) => gaussianEpsilon({ delta, noiseMultiplier: 20 });
 * liew22BaselineEpsilon({ users: 60_000, checkInRate: 0.1, rounds: 100, delta: 1e-5, shuffledEpsilon }).toFixed(4); // "0.8895"
 * @see Liew, Hasegawa, Takahashi, "Shuffled Check-in", 2022, arXiv:2206.03151, as described in LT22 Section
 *   5.2
 */
export function liew22BaselineEpsilon(
  options: CheckIn & { readonly rounds: number; readonly delta: number },
): number {
  const checkIn = checkCheckIn("liew22BaselineEpsilon", options);
  const rounds = checkNumber("liew22BaselineEpsilon: rounds", options.rounds, { ...DOMAIN.rounds, min: 1 });
  const delta = checkNumber("liew22BaselineEpsilon: delta", options.delta, DOMAIN.sharedDelta);
  const shares = rounds === 1 ? [1] : ROUND_SHARES;
  return Math.min(
    ...shares.map((share) => {
      const roundDelta = (share * delta) / rounds;
      const roundEpsilon = checkInEpsilon(checkIn, roundDelta);
      return roundEpsilon === Infinity
        ? Infinity
        : strongCompositionEpsilon({ roundEpsilon, roundDelta, rounds, delta }).upper;
    }),
  );
}

function checkInEpsilon({ users, checkInRate, shuffledEpsilon }: CheckIn, roundDelta: number): number {
  const law = { trials: users, probability: checkInRate };
  const { min: minReports, max: maxReports } = narrowBinomialRange(law, (COUNT_SHARE * roundDelta) / 2);
  const inclusionRate = maxReports / users;
  const delta = ((1 - COUNT_SHARE) * roundDelta) / inclusionRate;
  if (delta >= 1) return 0;
  // More reports cannot hurt (reveal the extra ones): the bound at minReports holds for all larger counts.
  const epsilon = shuffledEpsilon({
    users: Math.max(1, minReports),
    delta: delta * (1 - 4 * Number.EPSILON),
  });
  return epsilon === Infinity
    ? Infinity
    : amplifyBySubsampling({ epsilon, delta: 0, samplingRate: inclusionRate }).epsilon;
}
