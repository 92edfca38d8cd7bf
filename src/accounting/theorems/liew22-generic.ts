/**
 * The line "generic bound" of LT22 and LT23, Figure 1b, for shuffled check-in: the shuffle's privacy profile
 * turned into Renyi DP.
 *
 * **Reconstructed** from what those papers say of Liew, Hasegawa and Takahashi 2022, and proven here:
 * docs/theorems/liew22.md.
 */
import { narrowBinomialRange } from "../../numerics/binomial-range.js";
import { logExpm1 } from "../../numerics/log-expm1.js";
import { logOnePlusExp } from "../../numerics/log-one-plus-exp.js";
import { LogSum } from "../../numerics/log-sum.js";
import { roundedUp } from "../../numerics/rounding.js";
import { checkNumber, DOMAIN } from "../../validate.js";
import type { RenyiCurve } from "../claims/renyi-curve.js";
import { type CheckIn, checkCheckIn } from "./_internal/check-in.js";
import { convexProfile, logProfileMoment, type Profile } from "./_internal/renyi-of-profile.js";
import { checkRealOrder } from "./_internal/renyi-order.js";
import { gaussianDelta } from "./gaussian.js";

/** Beyond it the unshuffled report's divergence is the bound. */
const MAX_ORDER = 1e6;
/**
 * Probability of an unusual number of reports, for which only the unshuffled bound is used. Valid at any
 * probability, as the unshuffled bound counts for it: half of it raises a divergence by up to 3 %, twice as
 * much lowers one by up to 0.5 %; 1e-10 lowers small ones by up to 42 %, and raises one by far.
 */
const UNUSUAL = 1e-20;
/**
 * Deltas at which the shuffle's bound is evaluated: three a decade, from 1e-14 up. Valid at any: twice as
 * many lower a divergence by up to 11 %, half as many raise one by up to 28 %.
 */
const SHUFFLE_LADDER = Array.from({ length: 42 }, (_, i) => 10 ** (i / 3 - 14));
/**
 * The unshuffled profile is evaluated up to here, where delta is 1e-300; the moment beyond is bounded. Half
 * of it raises a divergence by up to 9 %, a little more changes no digit.
 */
const MAX_DEVIATIONS = 37;
/**
 * Beyond this e^epsilon nears the largest double; the remaining moment is bounded as a whole. Valid up to
 * 700: half of it, or 700, changed none of 20 divergences.
 */
const MAX_EPSILON = 600;
/**
 * More than the logarithm of a moment is rounded, relatively: some thousand exponentials, whose exponents err
 * by ulps, are below 1e-12. Twice as much raises a figure by 1e-9 of itself.
 */
const LOG_MOMENT_ERROR = 1e-9;

/**
 * The Renyi curve of one check-in round of Gaussian reports, from the privacy profile of their shuffle.
 *
 * E[(P/Q)^λ] = 1 + λ(λ − 1) ∫_0^∞ (e^{(λ−1)ε} δ_PQ(ε) + e^{−λε} δ_QP(ε)) dε, with the round's profile
 * δ(ε') <= (k₁/n) δ(k₀, ε) + β δ(1, ε'), ε' = log(1 + (k₁/n)(e^ε − 1)), and δ(k, ·) never above the noise's
 * own profile. Guarantee: upper bound in both directions, rounding included, as far as `shuffledEpsilon` is
 * one; never above λ/(2σ²). Assumes: Gaussian reports; replace-one adjacency; honest shuffler; users join
 * independently of each other and of the data.
 *
 * @param options.users n, integer in [1, 1e12]
 * @param options.checkInRate γ, [1e-12, 1]
 * @param options.noiseMultiplier σ of a report, standard deviation / largest l2 distance of two inputs,
 *   [1e-8, 1e9]
 * @param options.shuffledEpsilon ε of k shuffled reports at δ; evaluated at most 42 times, at the first order
 * @returns λ ↦ the divergence of one round, nats, at every real order above 1
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range
 * @example
 * const shuffledEpsilon = ({ delta }: { delta: number }) => gaussianEpsilon({ delta, noiseMultiplier: 20 });
 * liew22GenericCurve({ users: 60_000, checkInRate: 0.1, noiseMultiplier: 20, shuffledEpsilon }).at(8).toExponential(3); // "1.303e-4"
 * @see Liew, Hasegawa, Takahashi 2022, arXiv:2206.03151, as described in LT22 Section 5.2; Zhu, Dong, Wang,
 *   "Optimal Accounting of Differential Privacy via Characteristic Function", 2022, for the integral
 */
export function liew22GenericCurve(options: CheckIn & { readonly noiseMultiplier: number }): RenyiCurve {
  const checkIn = checkCheckIn("liew22GenericCurve", options);
  const sigma = checkNumber(
    "liew22GenericCurve: noiseMultiplier",
    options.noiseMultiplier,
    DOMAIN.composedNoise,
  );
  let usual: SampledProfile | undefined;
  return {
    at: (order) => {
      if (checkRealOrder("liew22GenericCurve: order", order) > MAX_ORDER) return order / (2 * sigma * sigma);
      usual ??= usualProfile(checkIn, sigma);
      const ownLogMoment = (order * (order - 1)) / (2 * sigma * sigma);
      const excess = new LogSum();
      excess.add(logMomentExcess(order, sigma, usual));
      excess.add(Math.log(UNUSUAL) + logExpm1(ownLogMoment));
      const unshuffled = (ownLogMoment / (order - 1)) * (1 + 4 * Number.EPSILON);
      return Math.min(unshuffled, roundedUp(logOnePlusExp(excess.log) / (order - 1), LOG_MOMENT_ERROR));
    },
  };
}

/** The profile of a round in which the target takes part with probability `inclusionRate`. */
interface SampledProfile {
  readonly inclusionRate: number;
  readonly profile: Profile;
}

interface PrivacyPoint {
  readonly epsilon: number;
  readonly delta: number;
}

/** Of rounds with a usual number of reports. */
function usualProfile(checkIn: CheckIn, sigma: number): SampledProfile {
  const law = { trials: checkIn.users, probability: checkIn.checkInRate };
  const { min: minReports, max: maxReports } = narrowBinomialRange(law, UNUSUAL / 2);
  const inclusionRate = maxReports / checkIn.users;
  // One report by itself is the noise's own.
  const shuffled = minReports > 1 ? shuffledPoints(checkIn, minReports) : [];
  const points = [...shuffled, ...noisePoints(sigma, shuffled)].map(({ epsilon, delta }) => ({
    excess: inclusionRate * Math.expm1(epsilon),
    delta: inclusionRate * delta,
  }));
  return { inclusionRate, profile: convexProfile(points) };
}

function shuffledPoints({ shuffledEpsilon }: CheckIn, users: number): PrivacyPoint[] {
  const points: PrivacyPoint[] = [];
  for (const delta of SHUFFLE_LADDER) {
    const epsilon = shuffledEpsilon({ users, delta });
    if (epsilon <= MAX_EPSILON) points.push({ epsilon, delta });
    if (epsilon === 0) break; // and so it is at every larger delta
  }
  return points;
}

/**
 * The unshuffled profile from the tail, where delta is about Phi(-deviations), down to where the shuffle's
 * epsilon is half of it; and at 0.
 */
function noisePoints(sigma: number, shuffled: readonly PrivacyPoint[]): PrivacyPoint[] {
  const pointAt = (epsilon: number): PrivacyPoint => ({
    epsilon,
    delta: gaussianDelta({ epsilon, noiseMultiplier: sigma }),
  });
  const points = [pointAt(0)];
  const least = -0.5 / sigma;
  let deviations = Math.min(MAX_DEVIATIONS, MAX_EPSILON * sigma + least);
  for (; deviations > least; deviations -= 1 / pointsPerDeviation(deviations)) {
    const point = pointAt((deviations - least) / sigma);
    if (shuffled.some(({ epsilon, delta }) => 2 * epsilon <= point.epsilon && delta <= point.delta)) break;
    points.push(point);
  }
  return points;
}

/** At least twelve points a decade of delta, as far as 1e-150. */
function pointsPerDeviation(deviations: number): number {
  return deviations < 10 ? 8 + 6 * Math.max(0, deviations) : 24;
}

/**
 * log(E[(P/Q)^order] - 1) of such rounds: their profile up to the last point, and the noise's own moment
 * beyond.
 */
function logMomentExcess(order: number, sigma: number, { inclusionRate, profile }: SampledProfile): number {
  const end = Math.log1p(profile.last.excess / inclusionRate);
  // Beyond: delta <= the noise's, w <= e^epsilon; Markov with the moment m = power + lead + 2 of the noise.
  const power = Math.max(0, order - 2);
  const lead = Math.max(0, sigma * sigma * end - 1.5 - power);
  const moment = power + lead + 2;
  const logBeyond =
    Math.log((2 * order * (order - 1)) / (moment * (moment - 1))) +
    2 * Math.log(inclusionRate) +
    (moment * (moment - 1)) / (2 * sigma * sigma) -
    lead * end;
  const excess = new LogSum();
  excess.add(logProfileMoment(order, profile));
  excess.add(logBeyond);
  return excess.log;
}
