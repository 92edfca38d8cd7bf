/**
 * Amplification by shuffling for every pure local randomizer, by the exact divergence of the pair that
 * dominates them all.
 *
 * Use it for one shuffle of (localEpsilon, 0)-LDP reports. For many rounds compose the pair instead. The
 * published proof has an error, which its authors' errata describe; the statement is true, and
 * docs/theorems/clones-2023.md proves it.
 */
import type { Bracket } from "../../privacy/index.js";
import { checkNumber, DOMAIN } from "../../validate.js";
import { checkLocalReports, type LocalReports } from "../shuffle/clones/local-reports.js";
import { clonesDelta } from "../shuffle/clones/pair/clones-delta.js";
import { clonesEpsilon } from "../shuffle/clones/pair/clones-epsilon.js";
import { clones2023Pair } from "../shuffle/clones/pair/clones-pair.js";

/**
 * The delta at a given epsilon of n shuffled reports.
 *
 * δ(ε) = sup_S P(S) − e^ε Q(S) with C ~ Bin(n − 1, 2/(e^ε₀ + 1)), A ~ Bin(C, 1/2), D ~ Bernoulli(e^ε₀/(e^ε₀ +
 * 1)), P the law of (A + D, C − A + 1 − D) and Q that of (A + 1 − D, C − A + D). Guarantee: `upper` holds for
 * every ε₀-LDP randomizer and all data; the bracket is that of the pair's own δ. Assumes: replace-one
 * adjacency; each user sends one report of the same randomizer; honest shuffler. Edges: ε >= ε₀ → 0; n = 1 →
 * binary randomized response itself.
 *
 * @param options.localEpsilon ε₀ of one report, pure local DP, nats, 0 or [1e-12, 100]
 * @param options.users n, reports in the shuffle, integer in [1, 1e12]
 * @param options.epsilon ε of the shuffled reports, nats, 0 or [1e-100, 1e16]
 * @returns the bracket of δ, wide by about 1e-12 of itself up to a million users, and by 1e-5 of itself
 *   beyond
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range
 * @example clones2023Delta({ localEpsilon: 2, users: 10_000, epsilon: 0.1 }).upper.toExponential(3); // "6.021e-6"
 * @see Feldman, McMillan, Talwar, "Stronger Privacy Amplification by Shuffling for Renyi and Approximate
 *   Differential Privacy", SODA 2023, arXiv:2208.04591, Theorem 3.2 and errata
 */
export function clones2023Delta(options: LocalReports & { readonly epsilon: number }): Bracket {
  const reports = checkLocalReports("clones2023Delta", options);
  const epsilon = checkNumber("clones2023Delta: epsilon", options.epsilon, DOMAIN.composedEpsilon);
  if (epsilon >= reports.localEpsilon) return { lower: 0, estimate: 0, upper: 0 };
  return clonesDelta(clones2023Pair(reports), DOMAIN.delta.min)(epsilon);
}

/**
 * The epsilon at a given delta of n shuffled reports.
 *
 * Guarantee: `upper` holds for every ε₀-LDP randomizer and all data; {@link clones2023Delta} at it is at most
 * δ. Assumes: replace-one adjacency; each user sends one report of the same randomizer; honest shuffler.
 * Edges: never above ε₀; 0 where δ alone covers the total variation.
 *
 * @param options.localEpsilon ε₀ of one report, pure local DP, nats, 0 or [1e-12, 100]
 * @param options.users n, reports in the shuffle, integer in [1, 1e12]
 * @param options.delta δ, [1e-150, 1)
 * @returns the bracket of ε, nats
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range
 * @example clones2023Epsilon({ localEpsilon: 2, users: 10_000, delta: 1e-5 }).upper.toFixed(5); // "0.09563"
 * @see Feldman, McMillan, Talwar, SODA 2023, arXiv:2208.04591, Theorem 3.2 and errata
 */
export function clones2023Epsilon(options: LocalReports & { readonly delta: number }): Bracket {
  const reports = checkLocalReports("clones2023Epsilon", options);
  return clonesEpsilon(
    clones2023Pair(reports),
    checkNumber("clones2023Epsilon: delta", options.delta, DOMAIN.sharedDelta),
  );
}
