/**
 * Amplification by shuffling for local randomizers that fail with a small probability: (localEpsilon,
 * localDelta)-LDP.
 *
 * Use it where a report is not purely private, such as one with Gaussian noise (clonesGaussianEpsilon chooses
 * the best split). Sharper than the published statement, and proved in docs/theorems/clones-approximate.md.
 */

import { DpError } from "../../errors.js";
import { roundedDown, roundedUp, ulps } from "../../numerics/rounding.js";
import type { Bracket } from "../../privacy/index.js";
import { checkNumber, DOMAIN, RANGES } from "../../validate.js";
import { checkLocalReports, type LocalReports } from "../shuffle/clones/local-reports.js";
import { clonesEpsilon } from "../shuffle/clones/pair/clones-epsilon.js";
import { clones2023Pair } from "../shuffle/clones/pair/clones-pair.js";

/**
 * The epsilon at a given delta of n shuffled reports that are each (ε₀, δ₀)-LDP.
 *
 * δ(ε) <= n δ₀ + s δ_pair(ε), s = 1 − n δ₀, with the pair of {@link clones2023Epsilon} at C ~ Bin(n − 1, 2
 * s/(e^ε₀ + 1)). Guarantee: `upper` holds for every (ε₀, δ₀)-LDP randomizer and all data, while n δ₀ < δ.
 * Assumes: replace-one adjacency; each user sends one report of the same randomizer; honest shuffler. Edges:
 * δ₀ = 0 → clones2023Epsilon; never above ε₀.
 *
 * @param options.localEpsilon ε₀ of one report, nats, 0 or [1e-12, 100]
 * @param options.localDelta δ₀ of one report, [0, 1)
 * @param options.users n, reports in the shuffle, integer in [1, 1e12]
 * @param options.delta δ, [1e-150, 1)
 * @param options.precision relative width at which the search for ε may stop, [0, 1]; by default as narrow as
 *   δ is known
 * @returns the bracket of the bound, nats
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range; NOT_APPLICABLE n δ₀ is not below δ
 * @example clonesApproximateEpsilon({ localEpsilon: 2, localDelta: 1e-10, users: 10_000, delta: 1e-5 }).upper.toFixed(5); // "0.09655"
 * @see Feldman, McMillan, Talwar, "Hiding Among the Clones", FOCS 2021, arXiv:2012.12803, Theorem 3.8 (with a
 *   larger delta)
 */
export function clonesApproximateEpsilon(
  options: LocalReports & {
    readonly localDelta: number;
    readonly delta: number;
    readonly precision?: number;
  },
): Bracket {
  const reports = checkLocalReports("clonesApproximateEpsilon", options);
  const delta = checkNumber("clonesApproximateEpsilon: delta", options.delta, DOMAIN.sharedDelta);
  const localDelta = checkNumber("clonesApproximateEpsilon: localDelta", options.localDelta, {
    ...RANGES.probability,
    maxIncluded: false,
  });
  const precision = checkNumber(
    "clonesApproximateEpsilon: precision",
    options.precision ?? 0,
    RANGES.probability,
  );
  const failure = roundedUp(reports.users * localDelta, ulps(8));
  const remaining = roundedDown(delta - failure, ulps(8));
  if (!(remaining > 0)) throw failsTooOften(reports.users, localDelta, delta);
  const pair = clones2023Pair(reports);
  const thinnedPair = {
    ...pair,
    cloneProbability: pair.cloneProbability * (1 - failure),
    cloneComplement: pair.cloneComplement + pair.cloneProbability * failure,
  };
  return clonesEpsilon(thinnedPair, Math.min(remaining / (1 - failure), 1 - ulps(8)), { precision });
}

function failsTooOften(users: number, localDelta: number, delta: number): DpError {
  return new DpError(
    "NOT_APPLICABLE",
    `clonesApproximateEpsilon: users localDelta = ${(users * localDelta).toPrecision(4)} must be below delta = ${delta}, got localDelta = ${localDelta}; ` +
      "state the reports with a smaller localDelta and a larger localEpsilon, or use their unshuffled guarantee",
    { parameter: "localDelta", value: localDelta, allowed: `below ${delta / users}` },
  );
}
