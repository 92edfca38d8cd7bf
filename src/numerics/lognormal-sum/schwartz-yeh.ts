import { logOnePlusExp } from "../log-one-plus-exp.js";
import { checkSum } from "./_internal/check-sum.js";
import type { LognormalLaw, LognormalSum } from "./lognormal-sum.js";

/** Standard deviations to which the law of the difference is integrated. */
const REACH = 10;

/**
 * The lognormal whose logarithm has the mean and variance of the sum's, built up two terms at a time.
 *
 * Approximate: every partial sum is replaced by a lognormal. Equal terms are added by doubling, in 2
 * log2(count) steps, where the paper adds them one by one; groups are added in the order given.
 *
 * @param sum at least one term; logStdDev in (0, ∞)
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range; BAD_INPUT no terms
 * @example schwartzYeh({ terms: [{ logMean: 0, count: 2 }], logStdDev: 1 }).logMean.toFixed(6); // "0.902662"
 * @see Schwartz and Yeh, "On the Distribution Function and Moments of Power Sums with Log-Normal Components",
 *   1982
 */
export function schwartzYeh(sum: LognormalSum): LognormalLaw {
  const { terms, logStdDev } = checkSum("schwartzYeh", sum);
  return terms.map(({ logMean, count }) => repeated({ logMean, logStdDev }, count)).reduce(added);
}

function repeated(term: LognormalLaw, count: number): LognormalLaw {
  if (count === 1) return term;
  const half = repeated(term, Math.floor(count / 2));
  const even = added(half, half);
  return count % 2 === 0 ? even : added(even, term);
}

/**
 * Mean and variance of L = Y + g(D), g(d) = log(1 + e^d), where Y is the larger log and D the other one's
 * excess over it.
 */
function added(one: LognormalLaw, other: LognormalLaw): LognormalLaw {
  const [larger, smaller] = one.logMean >= other.logMean ? [one, other] : [other, one];
  const gap = smaller.logMean - larger.logMean;
  const spread = Math.hypot(smaller.logStdDev, larger.logStdDev);
  const { mean, variance, slope } = softplusMoments(gap, spread);
  const base = larger.logStdDev ** 2;
  // Stein: Cov(Y, g(D)) = Cov(Y, D) E[g'(D)] and Cov(Y, D) = -Var(Y)
  return {
    logMean: larger.logMean + mean,
    logStdDev: Math.sqrt(Math.max(0, base + variance - 2 * base * slope)),
  };
}

/** E[g(D)], Var g(D) and E[g'(D)] of g(d) = log(1 + e^d) for D ~ N(gap, spread^2), by the trapezoid rule. */
function softplusMoments(gap: number, spread: number): { mean: number; variance: number; slope: number } {
  const step = Math.min(0.25, 0.5 / spread); // g is analytic within pi of the real line
  const nodes = Math.ceil(REACH / step);
  const sums = { mean: 0, square: 0, slope: 0 };
  const centre = logOnePlusExp(gap);
  for (let i = -nodes; i <= nodes; i++) {
    const t = i * step;
    const weight = (step * Math.exp((-t * t) / 2)) / Math.sqrt(2 * Math.PI);
    const excess = logOnePlusExp(gap + spread * t) - centre;
    sums.mean += weight * excess;
    sums.square += weight * excess * excess;
    sums.slope += weight / (1 + Math.exp(-gap - spread * t));
  }
  return { mean: centre + sums.mean, variance: sums.square - sums.mean ** 2, slope: sums.slope };
}
