/**
 * Amplification by shuffling for k-ary randomized response, by its whole privacy blanket and without
 * concentration bounds.
 *
 * Use it where reports are known to be randomized responses of three or more categories: the uniform blanket
 * hides more than clones2023Epsilon, which holds for every local randomizer, can credit. Derivation:
 * docs/theorems/blanket.md.
 */
import type { Bracket } from "../../privacy/index.js";
import { checkNumber, DOMAIN } from "../../validate.js";
import { randomizedResponseProfile } from "../shuffle/blanket/responses/randomized-response-profile.js";
import { checkLocalReports, type LocalReports } from "../shuffle/clones/local-reports.js";

/** Randomized responses over k categories. */
export interface ResponseReports extends LocalReports {
  readonly categories: number;
}

/**
 * The delta at a given epsilon of n shuffled randomized responses over k categories.
 *
 * δ(ε) = E[(k q/T) ((e^ε₀ − 1)(H − e^ε (C − H)) − (e^ε − 1) T)₊], q = 1/(e^ε₀ + k − 1), T − 1 ~ Bin(n − 1, k
 * q), C ~ Bin(T, 2/k), H ~ Bin(C, 1/2). Guarantee: `upper` holds for all data; the bracket is that of the
 * bound. Assumes: replace-one adjacency; each user sends one report of the same randomizer; honest shuffler.
 * Edges: k = 2 → clones2023Delta; ε >= ε₀ → 0.
 *
 * @param options.localEpsilon ε₀, nats, 0 or [1e-12, 100]: the true category is reported with probability
 *   e^ε₀/(e^ε₀ + k − 1)
 * @param options.categories k, integer in [2, 1e12]
 * @param options.users n, reports in the shuffle, integer in [1, 1e12]
 * @param options.epsilon ε of the shuffled reports, nats, 0 or [1e-100, 1e16]
 * @returns the bracket of δ, some 1e-3 of itself wide beyond 10,000 users, and wider where δ is tiny
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range
 * @example blanketRandomizedResponseDelta({ localEpsilon: 2, categories: 10, users: 10_000, epsilon: 0.05 }).upper.toExponential(2); // "9.96e-5"
 * @see Balle, Bell, Gascon, Nissim, "The Privacy Blanket of the Shuffle Model", CRYPTO 2019,
 *   arXiv:1903.02837, Lemma 5.3
 */
export function blanketRandomizedResponseDelta(
  options: ResponseReports & { readonly epsilon: number },
): Bracket {
  const responses = checkResponses("blanketRandomizedResponseDelta", options);
  const epsilon = checkNumber(
    "blanketRandomizedResponseDelta: epsilon",
    options.epsilon,
    DOMAIN.composedEpsilon,
  );
  if (epsilon >= responses.localEpsilon) return { lower: 0, estimate: 0, upper: 0 };
  return randomizedResponseProfile(responses).deltaAt(epsilon);
}

/**
 * The epsilon at a given delta of n shuffled randomized responses over k categories.
 *
 * Guarantee: `upper` holds for all data; the bracket is that of {@link blanketRandomizedResponseDelta}'s δ
 * inverted, some 1e-4 of itself wide beyond 10,000 users. Assumes: replace-one adjacency; each user sends one
 * report of the same randomizer; honest shuffler. Edges: k = 2 → clones2023Epsilon; never above ε₀.
 *
 * @param options.localEpsilon ε₀, nats, 0 or [1e-12, 100]: the true category is reported with probability
 *   e^ε₀/(e^ε₀ + k − 1)
 * @param options.categories k, integer in [2, 1e12]
 * @param options.users n, reports in the shuffle, integer in [1, 1e12]
 * @param options.delta δ, [1e-150, 1)
 * @returns the bracket of ε, nats
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range
 * @example blanketRandomizedResponseEpsilon({ localEpsilon: 2, categories: 10, users: 10_000, delta: 1e-5 }).upper.toFixed(4); // "0.0661"
 * @see Balle, Bell, Gascon, Nissim, "The Privacy Blanket of the Shuffle Model", CRYPTO 2019,
 *   arXiv:1903.02837, Lemma 5.3
 */
export function blanketRandomizedResponseEpsilon(
  options: ResponseReports & { readonly delta: number },
): Bracket {
  const responses = checkResponses("blanketRandomizedResponseEpsilon", options);
  const delta = checkNumber("blanketRandomizedResponseEpsilon: delta", options.delta, DOMAIN.sharedDelta);
  return randomizedResponseProfile(responses).epsilonAt(delta);
}

function checkResponses(where: string, options: ResponseReports): ResponseReports {
  const reports = checkLocalReports(where, options);
  const categories = checkNumber(`${where}: categories`, options.categories, { ...DOMAIN.count, min: 2 });
  return { ...reports, categories };
}
