/**
 * Amplification by shuffling from the first clones paper, computed exactly instead of through its closed
 * form.
 *
 * Kept to compare with published figures; clones2023Epsilon is never larger and holds under the same
 * conditions. Derivation: docs/theorems/clones-2021.md.
 */
import type { Bracket } from "../../privacy/index.js";
import { checkNumber, DOMAIN } from "../../validate.js";
import { checkLocalReports, type LocalReports } from "../shuffle/clones/local-reports.js";
import { clonesEpsilon } from "../shuffle/clones/pair/clones-epsilon.js";
import { clones2021Pair } from "../shuffle/clones/pair/clones-pair.js";

/**
 * The epsilon at a given delta of n shuffled reports, by the clones pair with e^−ε₀ clones per user.
 *
 * As {@link clones2023Epsilon}, with C ~ Bin(n − 1, e^−ε₀).
 * Guarantee: `upper` holds for every ε₀-LDP randomizer and all data.
 * Assumes: replace-one adjacency; each user sends one report of the same randomizer; honest shuffler.
 * Edges: never above ε₀.
 *
 * @param options.localEpsilon ε₀ of one report, pure local DP, nats, 0 or [1e-12, 100]
 * @param options.users n, reports in the shuffle, integer in [1, 1e12]
 * @param options.delta δ, [1e-150, 1)
 * @returns the bracket of ε, nats
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range
 * @example clones2021NumericalEpsilon({ localEpsilon: 2, users: 10_000, delta: 1e-5 }).upper.toFixed(4); // "0.1305"
 * @see Feldman, McMillan, Talwar, "Hiding Among the Clones", FOCS 2021, arXiv:2012.12803, Theorem 3.2
 */
export function clones2021NumericalEpsilon(options: LocalReports & { readonly delta: number }): Bracket {
  const reports = checkLocalReports("clones2021NumericalEpsilon", options);
  return clonesEpsilon(
    clones2021Pair(reports),
    checkNumber("clones2021NumericalEpsilon: delta", options.delta, DOMAIN.sharedDelta),
  );
}
