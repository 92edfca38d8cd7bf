/**
 * The line "generic bound" of LT22 and LT23, Figure 1b, for shuffled check-in: the shuffle's privacy profile turned into Renyi DP.
 *
 * **Reconstructed** from what those papers say of Liew, Hasegawa and Takahashi 2022, and proven here: docs/theorems/liew22.md.
 */
import { binomialInterval } from "../../numerics/binomial-interval.js";
import { logOnePlusExp } from "../../numerics/log-one-plus-exp.js";
import { LogSum } from "../../numerics/log-sum.js";
import { checkNumber, RANGES, type Range } from "../../validate.js";
import { type CheckIn, checkCheckIn } from "./_internal/check-in.js";
import { convexProfile, logProfileMoment, type ProfilePoint } from "./_internal/renyi-of-profile.js";
import { gaussianDelta, gaussianEpsilon } from "./gaussian.js";

const ORDER: Range = { min: 1, max: 1e6, minIncluded: false };
/** Chance of an unusual number of reports, for which nothing but their own noise is counted. */
const UNUSUAL = 1e-20;
/** Deltas at which the shuffle's bound, and the cheap bound of the noise alone, are asked for. */
const SHUFFLE_LADDER = ladder(1 / 3, 14);
const NOISE_LADDER = [...ladder(1 / 12, 20), ...ladder(1 / 2, 300)];
/** Beyond this e^epsilon nears the largest double; the remaining moment is bounded as a whole. */
const LARGEST_EPSILON = 600;

/**
 * The Renyi curve of one check-in round of Gaussian reports, from the privacy profile of their shuffle.
 *
 * E[(P/Q)^λ] = 1 + λ(λ − 1) ∫_0^∞ (e^{(λ−1)ε} δ_PQ(ε) + e^{−λε} δ_QP(ε)) dε, with the round's profile
 * δ(ε') <= (k₁/n) δ(k₀, ε) + β δ(1, ε'), ε' = log(1 + (k₁/n)(e^ε − 1)), and δ(k, ·) never above the noise's own profile.
 * Guarantee: upper bound in both directions, rounding included, as far as `shuffledEpsilon` is one; never above λ/(2σ²).
 * Assumes: Gaussian reports; replace-one adjacency; honest shuffler; users join independently of each other and of the data.
 *
 * @param options.users n, integer >= 1
 * @param options.checkInRate γ, (0, 1]
 * @param options.noiseMultiplier σ of a report, standard deviation / largest l2 distance of two inputs, (0, ∞)
 * @param options.shuffledEpsilon ε of k shuffled reports at δ; asked 42 times, at the first order
 * @returns λ ↦ the divergence of one round, nats, at every real order above 1
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range
 * @example
 * const shuffledEpsilon = ({ delta }) => gaussianEpsilon({ delta, noiseMultiplier: 20 });
 * liew22GenericCurve({ users: 60_000, checkInRate: 0.1, noiseMultiplier: 20, shuffledEpsilon })(8).toExponential(3); // "1.307e-4"
 * @see Liew, Hasegawa, Takahashi 2022, arXiv:2206.03151, as described in LT22 Section 5.2; Zhu, Dong, Wang, "Optimal Accounting of
 *   Differential Privacy via Characteristic Function", 2022, for the integral
 */
export function liew22GenericCurve(
  options: CheckIn & { readonly noiseMultiplier: number },
): (order: number) => number {
  const checkIn = checkCheckIn("liew22GenericCurve", options);
  const sigma = checkNumber("liew22GenericCurve: noiseMultiplier", options.noiseMultiplier, RANGES.positive);
  let parts: readonly ProfilePart[] | undefined;
  return (order) => {
    checkNumber("liew22GenericCurve: order", order, ORDER);
    parts ??= partsOf(checkIn, sigma);
    const excess = new LogSum();
    for (const part of parts) excess.add(Math.log(part.weight) + logMomentExcess(order, sigma, part));
    const unshuffled = (order / (2 * sigma * sigma)) * (1 + 4 * Number.EPSILON);
    return Math.min(unshuffled, (logOnePlusExp(excess.log) / (order - 1)) * (1 + 1e-9));
  };
}

/** Rounds of one sort: their chance, the target's chance to be in them, and the hull of their profile. */
interface ProfilePart {
  readonly weight: number;
  readonly rate: number;
  readonly hull: readonly ProfilePoint[];
}

function partsOf({ users, checkInRate, shuffledEpsilon }: CheckIn, sigma: number): ProfilePart[] {
  const { fewest, most } = binomialInterval(users, checkInRate, UNUSUAL);
  const noise = NOISE_LADDER.map((delta) => ({
    delta,
    epsilon: gaussianEpsilon({ delta, noiseMultiplier: sigma }),
  }));
  noise.push({ delta: gaussianDelta({ epsilon: 0, noiseMultiplier: sigma }), epsilon: 0 });
  const shuffled = SHUFFLE_LADDER.map((delta) => ({
    delta,
    epsilon: shuffledEpsilon({ users: Math.max(1, fewest), delta }),
  }));
  const hullAt = (points: readonly { delta: number; epsilon: number }[], rate: number) =>
    convexProfile(
      points
        .filter(({ epsilon }) => epsilon <= LARGEST_EPSILON)
        .map(({ delta, epsilon }) => ({ excess: rate * Math.expm1(epsilon), delta: rate * delta })),
    );
  const usual = { weight: 1, rate: most / users, hull: hullAt([...noise, ...shuffled], most / users) };
  return [usual, { weight: UNUSUAL, rate: 1, hull: hullAt(noise, 1) }];
}

/** The deltas 10^(-step), 10^(-2 step), ..., 10^(-decades). */
function ladder(step: number, decades: number): number[] {
  return Array.from({ length: Math.round(decades / step) }, (_, i) => 10 ** (-step * (i + 1)));
}

/** log(E[(P/Q)^order] - 1) of one part: its profile up to the hull's last point, and the noise's own moment beyond. */
function logMomentExcess(order: number, sigma: number, { rate, hull }: ProfilePart): number {
  const end = Math.log1p(hull.at(-1)!.excess / rate);
  // Beyond: delta <= the noise's, w <= e^epsilon; Markov with the moment m = power + lead + 2 of the noise.
  const power = Math.max(0, order - 2);
  const lead = Math.max(0, sigma * sigma * end - 1.5 - power);
  const moment = power + lead + 2;
  const logBeyond =
    Math.log((2 * order * (order - 1)) / (moment * (moment - 1))) +
    2 * Math.log(rate) +
    (moment * (moment - 1)) / (2 * sigma * sigma) -
    lead * end;
  const excess = new LogSum();
  excess.add(logProfileMoment(order, hull));
  excess.add(logBeyond);
  return excess.log;
}
