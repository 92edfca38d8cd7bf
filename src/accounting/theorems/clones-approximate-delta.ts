/**
 * Amplification by shuffling for local randomizers that fail with a small probability, as a delta at epsilon.
 *
 * Use it where reports fail often: what the others' failures cost is divided by e^localEpsilon, where
 * {@link clonesApproximateEpsilon} adds it all. Proof: docs/theorems/clones-approximate.md.
 */
import type { Bracket } from "../../privacy/index.js";
import { checkNumber, DOMAIN, RANGES } from "../../validate.js";
import { FailingReports } from "../shuffle/clones/failing-reports.js";
import { checkLocalReports, type LocalReports } from "../shuffle/clones/local-reports.js";
import { ownDelta } from "../shuffle/clones/own-delta.js";

/**
 * The delta at a given epsilon of n shuffled reports that are each (ε₀, δ₀)-LDP.
 *
 * δ(ε) <= n δ₀ + s δ_pair(ε), s = 1 − n δ₀, or δ₀ + 2 (n − 1) (δ₀/E) (e^ε − 1 + 2 H) + s δ_pair(ε), s = 1 −
 * δ₀, whichever charges less for failures; E = e^ε₀, H = δ₀ + (1 − δ₀) (E − e^ε)₊/(E + 1) is a report's own
 * δ(ε), and the pair of {@link clones2023Delta} has C ~ Bin(n − 1, 2 s/(E + 1)). At most H. Guarantee:
 * `upper` holds for every (ε₀, δ₀)-LDP randomizer and all data. Assumes: replace-one adjacency; each user
 * sends one report of the same randomizer; honest shuffler. Edges: δ₀ = 0 → clones2023Delta; n = 1 → H; ε >=
 * ε₀ → δ₀.
 *
 * @param options.localEpsilon ε₀ of one report, nats, 0 or [1e-12, 100]
 * @param options.localDelta δ₀ of one report, [0, 1)
 * @param options.users n, reports in the shuffle, integer in [1, 1e12]
 * @param options.epsilon ε of the shuffled reports, nats, 0 or [1e-100, 1e16]
 * @returns the bracket of the bound, at most 1
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range
 * @example clonesApproximateDelta({ localEpsilon: 4, localDelta: 1e-6, users: 10_000, epsilon: 0.5 }).upper.toExponential(3); // "9.363e-4"
 * @see Feldman, McMillan, Talwar, "Hiding Among the Clones", FOCS 2021, arXiv:2012.12803, Theorem 3.8 (with a
 *   larger delta)
 */
export function clonesApproximateDelta(
  options: LocalReports & { readonly localDelta: number; readonly epsilon: number },
): Bracket {
  const { localEpsilon, users } = checkLocalReports("clonesApproximateDelta", options);
  const localDelta = checkNumber("clonesApproximateDelta: localDelta", options.localDelta, {
    ...RANGES.probability,
    maxIncluded: false,
  });
  const epsilon = checkNumber("clonesApproximateDelta: epsilon", options.epsilon, DOMAIN.composedEpsilon);
  const own = ownDelta(localEpsilon, localDelta, epsilon);
  const accuracy = { leastDelta: DOMAIN.delta.min };
  const shuffled = new FailingReports({ localEpsilon, users }, localDelta, accuracy);
  const { lower, estimate, upper } = shuffled.deltaAt(epsilon, own);
  return { lower: Math.min(own, lower), estimate: Math.min(own, estimate), upper: Math.min(own, upper) };
}
