import { bernoulliDivergence } from "../../../numerics/binomial-range.js";
import { logExpm1 } from "../../../numerics/log-expm1.js";
import type { RenyiCurve } from "../../claims/renyi-curve.js";
import type { GainsAboveOne } from "./gains-above-one.js";
import { secretSamplingLogMoment } from "./secret-sampling.js";

/**
 * Upper ends of the bands that the number of participants is sorted into, in standard deviations above its
 * mean; a normal law leaves the doubles beyond the last, others count as if all took part there. Valid at any
 * ends: twice as many lower a delta by up to 12 % in a quarter more time, half as many raise one by 30 % at
 * most.
 */
const BANDS = [0.25, 0.5, 1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 13, 17, 22, 29, 38];
/**
 * Further ends, at which such a share of the expected absentees is still absent: they do not move with the
 * number of users. Valid at any ends: twice as many lower a delta by up to 0.14 %, half as many raise one by
 * 1e-5.
 */
const ABSENT = Array.from({ length: 20 }, (_, i) => 2 ** (-i / 2));

/**
 * Renyi curve when each of `users` takes part with probability `checkInRate`, unseen but for the number K of
 * participants.
 *
 * Given K = k the changed record takes part with probability k / users, so that E[Z^a] <= E_K[m_a(K / users)]
 * with m_a the moment of hidden sampling, which rises with the rate. With r_0 < r_1 < ... < r_J = 1 and
 * Chernoff's P(K > r users), E_K[m(K / users)] <= m(r_0) + sum_j (m(r_(j+1)) - m(r_j)) P(K > r_j users).
 */
export function checkInSampling(gains: GainsAboveOne, users: number, checkInRate: number): RenyiCurve {
  const stdDev = Math.sqrt((checkInRate * (1 - checkInRate)) / users);
  const ends = [
    ...BANDS.map((band) => checkInRate + band * stdDev),
    ...ABSENT.map((share) => 1 - share * (1 - checkInRate)),
  ];
  const rates = [...ends.filter((rate) => rate > checkInRate && rate < 1).sort((a, b) => a - b), 1];
  const logTails = rates.map((rate) => logChernoffTail(users, checkInRate, rate));
  return {
    at: (order) => {
      const logMomentOf = (j: number): number => secretSamplingLogMoment(gains, rates[j]!, order);
      return averageLogMoment(logMomentOf, logTails) / (order - 1);
    },
  };
}

/**
 * log of an upper bound of E[m(K / users)]; `logMomentOf(j)` rises, `logTails[j]` bounds log P(K > r_j
 * users). Where it does not count, the last moment stands for all that are left.
 */
function averageLogMoment(logMomentOf: (j: number) => number, logTails: readonly number[]): number {
  const last = logTails.length - 1;
  const largest = logMomentOf(last);
  if (largest === Infinity) return Infinity;
  const base = logMomentOf(0);
  let excess = 0;
  let below = base;
  for (let j = 0; j < last; j++) {
    const shareOfRise = (above: number): number =>
      above > below ? Math.exp(below - base + logTails[j]! + logExpm1(above - below)) : 0;
    const rest = shareOfRise(largest);
    if (rest <= 2 ** -56 * base) return base + Math.log1p(excess + rest); // cannot change a double
    const above = logMomentOf(j + 1);
    excess += shareOfRise(above);
    below = above;
  }
  return base + Math.log1p(excess);
}

/**
 * log P(K >= rate users) <= -users KL(rate || checkInRate) for K ~ Bin(users, checkInRate), rate >=
 * checkInRate.
 */
function logChernoffTail(users: number, checkInRate: number, rate: number): number {
  return -users * bernoulliDivergence(rate, checkInRate);
}
