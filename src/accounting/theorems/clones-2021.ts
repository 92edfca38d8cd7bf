/**
 * Amplification by shuffling in closed form (the first clones paper).
 *
 * Kept to compare with published figures, and for its explicit rate; clones2021NumericalEpsilon and
 * clones2023Epsilon are some four times smaller and have no condition. Derivation:
 * docs/theorems/clones-2021.md.
 */
import { DpError } from "../../errors.js";
import type { Bracket } from "../../privacy/index.js";
import { checkNumber, DOMAIN } from "../../validate.js";
import { roundedBracket } from "../claims/rounded-bracket.js";
import { checkLocalReports, type LocalReports } from "../shuffle/clones/local-reports.js";

/** Below 2 / e^2: the proof needs log(2 / delta) >= 2. */
export const MAX_DELTA = 0.27;

/**
 * The epsilon at a given delta of n shuffled reports, in closed form.
 *
 * ε = min(ε₀, log(1 + (e^ε₀ − 1)/(e^ε₀ + 1) (8 √(e^ε₀ log(4/δ)/n) + 8 e^ε₀/n))).
 * Guarantee: upper bound, rounding included, for every ε₀-LDP randomizer and all data, while ε₀ <= log(n /
 * (16 log(2/δ))) and δ <= 0.27, as far as the proof goes. Assumes: replace-one adjacency; each user sends one
 * report of the same randomizer; honest shuffler.
 *
 * @param options.localEpsilon ε₀ of one report, pure local DP, nats, 0 or [1e-12, 100]
 * @param options.users n, reports in the shuffle, integer in [1, 1e12]
 * @param options.delta δ, [1e-150, 1)
 * @returns the bracket of the closed form's value, nats
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range; NOT_APPLICABLE one of these
 *   conditions fails
 * @example clones2021Epsilon({ localEpsilon: 2, users: 10_000, delta: 1e-5 }).upper.toFixed(4); // "0.4696"
 * @see Feldman, McMillan, Talwar, "Hiding Among the Clones", FOCS 2021, arXiv:2012.12803, Theorem 3.1
 */
export function clones2021Epsilon(options: LocalReports & { readonly delta: number }): Bracket {
  const { localEpsilon, users } = checkLocalReports("clones2021Epsilon", options);
  const delta = checkNumber("clones2021Epsilon: delta", options.delta, DOMAIN.sharedDelta);
  if (!(delta <= MAX_DELTA)) throw deltaTooLarge(delta);
  const largest = Math.log(users / (16 * Math.log(2 / delta)));
  if (!(localEpsilon <= largest)) throw conditionFails(localEpsilon, largest);
  const growth = Math.exp(localEpsilon);
  const spread = 8 * Math.sqrt((growth * Math.log(4 / delta)) / users) + (8 * growth) / users;
  return roundedBracket(Math.min(localEpsilon, Math.log1p(Math.tanh(localEpsilon / 2) * spread)));
}

function deltaTooLarge(delta: number): DpError {
  return new DpError(
    "NOT_APPLICABLE",
    `clones2021Epsilon: its closed form is proven for delta <= ${MAX_DELTA}, got ${delta}; clones2023Epsilon has no condition`,
    { parameter: "delta", value: delta, allowed: `at most ${MAX_DELTA}` },
  );
}

function conditionFails(localEpsilon: number, largest: number): DpError {
  return new DpError(
    "NOT_APPLICABLE",
    `clones2021Epsilon: the theorem needs localEpsilon <= log(users / (16 log(2 / delta))) = ${largest.toPrecision(4)}, got ${localEpsilon}; ` +
      "clones2023Epsilon has no condition, and localEpsilon itself holds with delta = 0",
    { parameter: "localEpsilon", value: localEpsilon, allowed: `at most ${largest}` },
  );
}
