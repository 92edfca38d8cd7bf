/**
 * Renyi differential privacy of shuffled local reports: the divergence of the clones pair, worst over all local randomizers.
 *
 * Use it to compose rounds without a privacy-loss distribution. Derivation: docs/theorems/clones-2023.md.
 */
import { clonesNodes } from "../clones/clones-nodes.js";
import { checkLocalReports, type LocalReports } from "../clones/local-reports.js";
import { logMoments } from "../clones/log-moments.js";
import { responsePair } from "../clones/response-pair.js";
import { checkOrder } from "./_internal/renyi-order.js";

const ROUNDING = 2 ** -34;
/** Beyond it e^localEpsilon leaves the doubles, and shuffling hides nothing. */
const LARGEST_EPSILON = 700;

/**
 * The Renyi divergence of n shuffled reports at every order up to a largest one.
 *
 * ε(λ) = log E_Q[(P/Q)^λ] / (λ − 1) for the pair of {@link clones2023Delta}; both directions are alike.
 * Guarantee: upper bound for every ε₀-LDP randomizer and all data; exact to 1e-9 up to some 250 clones, and then rounded up by
 *   less than 0.5 % (few users more than many).
 * Assumes: replace-one adjacency; each user sends one report of the same randomizer; honest shuffler.
 * Edges: never above ε₀; ε₀ = 0 → 0.
 *
 * @param options.localEpsilon ε₀ of one report, pure local DP, nats, [0, ∞)
 * @param options.users n, reports in the shuffle, integer >= 1
 * @param maxOrder integer in [2, 100000]; about 0.1 s per 100 orders
 * @returns ε(λ) at index λ = 2..maxOrder, nats; entries 0 and 1 are 0
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range
 * @example clones2023RdpCurve({ localEpsilon: 2, users: 1000 }, 16)[8]?.toFixed(5); // "0.03906"
 * @see Feldman, McMillan, Talwar, "Stronger Privacy Amplification by Shuffling for Renyi and Approximate Differential Privacy",
 *   SODA 2023, arXiv:2208.04591, Theorem 3.2 and errata
 */
export function clones2023RdpCurve(options: LocalReports, maxOrder: number): Float64Array {
  checkOrder("clones2023RdpCurve: maxOrder", maxOrder);
  const reports = checkLocalReports("clones2023RdpCurve", options);
  const { localEpsilon } = reports;
  if (localEpsilon === 0) return new Float64Array(maxOrder + 1);
  if (localEpsilon > LARGEST_EPSILON) return curve(maxOrder, () => localEpsilon);
  const moments = logMoments(clonesNodes(responsePair(reports), maxOrder), maxOrder);
  return curve(maxOrder, (order) => Math.min(localEpsilon, (moments[order]! / (order - 1)) * (1 + ROUNDING)));
}

function curve(maxOrder: number, rdpAt: (order: number) => number): Float64Array {
  return Float64Array.from({ length: maxOrder + 1 }, (_, order) => (order < 2 ? 0 : rdpAt(order)));
}
