/**
 * Renyi differential privacy of subsampled shuffling: a lower bound, attained by binary randomized response
 * on one data set.
 *
 * It limits what any accounting by Renyi divergences can prove for (localEpsilon, 0)-LDP reports. It is no
 * lower bound of the epsilon that holds: converted at a delta it bounds what the conversion can print.
 * Derivation: docs/theorems/gdd21.md.
 */
import { roundedDown } from "../../numerics/rounding.js";
import { checkNumber, checkOptions, type Range } from "../../validate.js";
import { logMomentAt, logMoments } from "../shuffle/clones/renyi/log-moments.js";
import { gdd21LowerNodes } from "./_internal/gdd21-lower-nodes.js";
import { checkOrder } from "./_internal/renyi-order.js";
import { checkSampledReports, type SampledReports } from "./_internal/sampled-reports.js";

const ORDER: Range = { min: 1, max: 100_000, minIncluded: false };

/**
 * The Renyi divergence of one subsampled shuffle of binary randomized response, at one order.
 *
 * ε(λ) = log E_m[(1 + γ (e^2ε₀ − 1)/(k e^ε₀) (m − k/(e^ε₀ + 1)))^λ] / (λ − 1), m ~ Bin(k, 1/(e^ε₀ + 1)), γ =
 * k/n. Guarantee: lower bound, rounded down by less than 1e-10 of itself to some two million samples and by
 * 1e-6 beyond, of the best ε(λ) that holds for all ε₀-LDP randomizers and all data. Assumes: replace-one
 * adjacency; k of n users drawn without replacement, one report each; honest shuffler. Edges: ε₀ = 0 → 0.
 *
 * @param options.localEpsilon ε₀ of one report, pure local DP, nats, 0 or [1e-12, 100]
 * @param options.users n, integer in [1, 1e12]
 * @param options.sampled k, integer in [1, n]; the time grows like √k, a few ms at a million
 * @param options.order λ, real, (1, 100000]; the theorem's are the integers, and the two laws have a
 *   divergence at every order
 * @returns ε(λ), nats
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range
 * @example gdd21LowerRdp({ localEpsilon: 2, users: 1e6, sampled: 1000, order: 10 }).toExponential(3); // "2.762e-8"
 * @see Girgis, Data, Diggavi, "Renyi Differential Privacy of the Subsampled Shuffle Model in Distributed
 *   Learning", NeurIPS 2021, arXiv:2107.08763, Theorem 2
 */
export function gdd21LowerRdp(options: SampledReports & { readonly order: number }): number {
  checkOptions("gdd21LowerRdp", options);
  const order = checkNumber("gdd21LowerRdp: order", options.order, ORDER);
  return gdd21LowerRdpTo(options, order)(order);
}

/** {@link gdd21LowerRdp} as a function of the order, up to a largest one. */
export function gdd21LowerRdpTo(options: SampledReports, maxOrder: number): (order: number) => number {
  const reports = checkSampledReports("gdd21LowerRdp", options);
  if (reports.localEpsilon === 0) return () => 0;
  const nodes = gdd21LowerNodes(reports, maxOrder);
  return (order) => rdpOf(logMomentAt(nodes, order), order);
}

/**
 * {@link gdd21LowerRdp} at every order up to a largest one; some 20 µs per order at a million samples.
 *
 * @param options as for gdd21LowerRdp, without the order
 * @param maxOrder integer in [2, 100000]
 * @returns ε(λ) at index λ = 2..maxOrder, nats; entries 0 and 1 are 0
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range
 * @example gdd21LowerRdpTable({ localEpsilon: 2, users: 1e6, sampled: 1000 }, 64)[10]?.toExponential(3); // "2.762e-8"
 * @see Girgis, Data, Diggavi, NeurIPS 2021, arXiv:2107.08763, Theorem 2
 */
export function gdd21LowerRdpTable(options: SampledReports, maxOrder: number): Float64Array {
  checkOrder("gdd21LowerRdpTable: maxOrder", maxOrder);
  const reports = checkSampledReports("gdd21LowerRdpTable", options);
  if (reports.localEpsilon === 0) return new Float64Array(maxOrder + 1);
  const moments = logMoments(gdd21LowerNodes(reports, maxOrder), maxOrder);
  return moments.map((moment, order) => (order < 2 ? 0 : rdpOf(moment, order)));
}

function rdpOf(logMoment: number, order: number): number {
  return roundedDown(logMoment / (order - 1), 2 ** -34);
}
