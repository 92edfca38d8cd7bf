/**
 * Renyi differential privacy of subsampled shuffling for any discrete local randomizer: an upper bound in
 * closed form.
 *
 * Use it to reproduce published figures. Composing the clones pair as a privacy-loss distribution gives a
 * fraction of its epsilon under the same conditions. Derivation: docs/theorems/gdd21.md.
 */
import { logFactorials } from "../../numerics/log-factorials.js";
import { logOnePlusExp } from "../../numerics/log-one-plus-exp.js";
import { LogSum } from "../../numerics/log-sum.js";
import { checkOptions } from "../../validate.js";
import { checkOrder } from "./_internal/renyi-order.js";
import { checkSampledReports, type SampledReports } from "./_internal/sampled-reports.js";
import { logTernaryChi } from "./_internal/ternary-chi.js";

/**
 * The Renyi divergence of one subsampled shuffle, at one order.
 *
 * ε(λ) = log(1 + Σ_{j=2..λ} C(λ, j) γ^j ζ(j)^j) / (λ − 1), γ = k/n, with ζ of {@link gdd21TernaryChi}.
 * Guarantee: upper bound, rounding included, for every ε₀-LDP randomizer with countable output, all data,
 * both directions. Assumes: replace-one adjacency; k of n users drawn without replacement, one report each;
 * honest shuffler. Edges: ε₀ = 0 → 0; it may exceed ε₀, which then is the better bound; ∞ where λ ε₀ leaves
 * the doubles.
 *
 * @param options.localEpsilon ε₀ of one report, pure local DP, nats, 0 or [1e-12, 100]
 * @param options.users n, integer in [1, 1e12]
 * @param options.sampled k, integer in [1, n]
 * @param options.order λ, integer in [2, 100000]
 * @returns ε(λ), nats
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range
 * @example gdd21UpperRdp({ localEpsilon: 2, users: 1e6, sampled: 1000, order: 10 }).toExponential(3); // "1.693e-6"
 * @see Girgis, Data, Diggavi, NeurIPS 2021, arXiv:2107.08763, Theorem 1
 */
export function gdd21UpperRdp(options: SampledReports & { readonly order: number }): number {
  checkOptions("gdd21UpperRdp", options);
  const order = checkOrder("gdd21UpperRdp: order", options.order);
  const reports = checkSampledReports("gdd21UpperRdp", options);
  if (reports.localEpsilon === 0) return 0;
  return rdpAt(order, logTerms(reports, order), logFactorials(order));
}

/**
 * {@link gdd21UpperRdp} at every order up to a largest one; the time grows with its square, about 0.1 s at
 * 4,096.
 *
 * @param options as for gdd21UpperRdp, without the order
 * @param maxOrder integer in [2, 100000]
 * @returns ε(λ) at index λ = 2..maxOrder, nats; entries 0 and 1 are 0
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range
 * @example gdd21UpperRdpTable({ localEpsilon: 2, users: 1e6, sampled: 1000 }, 64)[10]?.toExponential(3); // "1.693e-6"
 * @see Girgis, Data, Diggavi, NeurIPS 2021, arXiv:2107.08763, Theorem 1
 */
export function gdd21UpperRdpTable(options: SampledReports, maxOrder: number): Float64Array {
  checkOrder("gdd21UpperRdpTable: maxOrder", maxOrder);
  const reports = checkSampledReports("gdd21UpperRdpTable", options);
  const curve = new Float64Array(maxOrder + 1);
  if (reports.localEpsilon === 0) return curve;
  const terms = logTerms(reports, maxOrder);
  const logFactorial = logFactorials(maxOrder);
  for (let order = 2; order <= maxOrder; order++) curve[order] = rdpAt(order, terms, logFactorial);
  return curve;
}

/** log gamma^j zeta(j)^j for j = 2..maxOrder. */
function logTerms(reports: SampledReports, maxOrder: number): Float64Array {
  const logRate = Math.log(reports.sampled / reports.users);
  return logTernaryChi(reports, maxOrder).map((logChi, j) => j * logRate + logChi);
}

/** GDD21 Lemma 2, with every logarithm's rounding added to the sum's. */
function rdpAt(order: number, terms: Float64Array, logFactorial: Float64Array): number {
  const sum = new LogSum();
  for (let j = 2; j <= order; j++) {
    sum.add(logFactorial[order]! - logFactorial[j]! - logFactorial[order - j]! + terms[j]!);
  }
  const magnitude = logFactorial[order]! + Math.abs(terms[2]!) + Math.abs(terms[order]!);
  const relativeError = 8 * Number.EPSILON * (16 + magnitude);
  return (logOnePlusExp(sum.log) / (order - 1)) * (1 + relativeError);
}
