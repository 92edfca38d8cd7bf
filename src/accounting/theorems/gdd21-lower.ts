/**
 * Renyi differential privacy of subsampled shuffling: a lower bound, attained by binary randomized response on one data set.
 *
 * It tells how far any accounting by Renyi divergences can go for (localEpsilon, 0)-LDP reports. It is no lower bound of the
 * epsilon that holds: converted at a delta it bounds what the conversion can print. Derivation: docs/theorems/gdd21.md.
 */
import { logBinomialMass } from "../../numerics/log-binomial-mass.js";
import { logOnePlusExp } from "../../numerics/log-one-plus-exp.js";
import { logPowerExcess } from "../../numerics/log-power-excess.js";
import { LogSum } from "../../numerics/log-sum.js";
import { checkOrder } from "./_internal/renyi-order.js";
import { checkSampledReports, type SampledReports } from "./_internal/sampled-reports.js";

/** Terms this far below the largest (in nats) do not count. */
const NEGLIGIBLE = -45;
const ROUNDING = 2 ** -34;
/** Beyond it e^localEpsilon leaves the doubles; the bound rises with localEpsilon, so that its value here still holds. */
const LARGEST_EPSILON = 700;

/**
 * The Renyi divergence of one subsampled shuffle of binary randomized response, at one order.
 *
 * ε(λ) = log E_m[(1 + γ (e^2ε₀ − 1)/(k e^ε₀) (m − k/(e^ε₀ + 1)))^λ] / (λ − 1), m ~ Bin(k, 1/(e^ε₀ + 1)), γ = k/n.
 * Guarantee: lower bound, rounded down by less than 1e-10 of itself, of the best ε(λ) that holds for all ε₀-LDP randomizers and all data.
 * Assumes: replace-one adjacency; k of n users drawn without replacement, one report each; honest shuffler.
 * Edges: ε₀ = 0 → 0; ε₀ > 700 is taken as 700.
 *
 * @param options.localEpsilon ε₀ of one report, pure local DP, nats, [0, ∞)
 * @param options.users n, integer >= 1
 * @param options.sampled k, integer in [1, n]; the time grows like √k, about 1 ms at a million
 * @param options.order λ, integer in [2, 100000]
 * @returns ε(λ), nats
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range
 * @example gdd21LowerRdp({ localEpsilon: 2, users: 1e6, sampled: 1000, order: 10 }).toExponential(3); // "2.762e-8"
 * @see Girgis, Data, Diggavi, "Renyi Differential Privacy of the Subsampled Shuffle Model in Distributed Learning", NeurIPS 2021,
 *   arXiv:2107.08763, Theorem 2
 */
export function gdd21LowerRdp(options: SampledReports & { readonly order: number }): number {
  const order = checkOrder("gdd21LowerRdp: order", options.order);
  const reports = checkSampledReports("gdd21LowerRdp", options);
  return reports.localEpsilon === 0 ? 0 : rdpAt(order, pairOf(reports));
}

/**
 * {@link gdd21LowerRdp} at every order up to a largest one.
 *
 * @param options as for gdd21LowerRdp, without the order
 * @param maxOrder integer in [2, 100000]
 * @returns ε(λ) at index λ = 2..maxOrder, nats; entries 0 and 1 are 0
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range
 * @example gdd21LowerRdpCurve({ localEpsilon: 2, users: 1e6, sampled: 1000 }, 64)[10]?.toExponential(3); // "2.762e-8"
 * @see Girgis, Data, Diggavi, NeurIPS 2021, arXiv:2107.08763, Theorem 2
 */
export function gdd21LowerRdpCurve(options: SampledReports, maxOrder: number): Float64Array {
  checkOrder("gdd21LowerRdpCurve: maxOrder", maxOrder);
  const reports = checkSampledReports("gdd21LowerRdpCurve", options);
  const curve = new Float64Array(maxOrder + 1);
  if (reports.localEpsilon === 0) return curve;
  const pair = pairOf(reports);
  for (let order = 2; order <= maxOrder; order++) curve[order] = rdpAt(order, pair);
  return curve;
}

/** The law of the count m of flipped answers, and the likelihood ratio less one at it. */
interface ResponsePair {
  readonly sampled: number;
  readonly mean: number;
  readonly logMass: (m: number) => number;
  readonly excess: (m: number) => number;
}

function pairOf({ localEpsilon, users, sampled }: SampledReports): ResponsePair {
  const epsilon = Math.min(localEpsilon, LARGEST_EPSILON);
  const rest = Math.exp(-epsilon);
  const law = { probability: rest / (1 + rest), complement: 1 / (1 + rest) };
  const mean = sampled * law.probability;
  const slope = (2 * Math.sinh(epsilon)) / users; // gamma / k = 1 / n
  return {
    sampled,
    mean,
    logMass: (m) => logBinomialMass(m, sampled, law),
    excess: (m) => Math.max(-1, slope * (m - mean)), // a ratio is never negative; rounding may say so
  };
}

/**
 * E[ratio^order] - 1 = E[ratio^order - 1 - order (ratio - 1)], a sum of nonnegative terms; those that count lie around the peak of
 * mass times ratio^order, which is log-concave, and around the mean.
 */
function rdpAt(order: number, { sampled, mean, logMass, excess }: ResponsePair): number {
  const sum = new LogSum();
  const add = (m: number): number => {
    const logTerm = logMass(m) + logPowerExcess(excess(m), order);
    sum.add(logTerm);
    return logTerm - sum.logLargest;
  };
  const peak = peakOf((m) => logMass(m) + order * Math.log1p(excess(m)), sampled);
  // Written so that a first term of zero (a count at the mean) does not end the sum.
  for (let m = peak; m <= sampled && !(add(m) <= NEGLIGIBLE); m++);
  let m = peak - 1;
  while (m > mean && !(add(m) <= NEGLIGIBLE)) m--;
  const logMostBelow = logPowerExcess(excess(0), order);
  m = Math.min(m, Math.floor(mean));
  while (m >= 0 && logMass(m) + logMostBelow - sum.logLargest > NEGLIGIBLE) {
    add(m);
    m--;
  }
  return (logOnePlusExp(sum.log) / (order - 1)) * (1 - ROUNDING);
}

/** The largest point of a concave function on the integers 0..last. */
function peakOf(f: (m: number) => number, last: number): number {
  let low = 0;
  let high = last;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (f(middle + 1) > f(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
