/**
 * Amplification by shuffling for k-ary randomized response, by its whole privacy blanket and without concentration bounds.
 *
 * Use it where reports are known to be randomized responses of three or more categories: the uniform answers hide more than
 * clones2023Epsilon, which holds for every local randomizer, can credit. Derivation: docs/theorems/blanket.md.
 */
import type { Bracket } from "../../privacy/index.js";
import { checkNumber, RANGES } from "../../validate.js";
import { type CategoriesPair, categoriesDelta, categoryShares } from "./_internal/categories-delta.js";
import { clonesEpsilon } from "./_internal/clones-epsilon.js";
import { epsilonBracket } from "./_internal/epsilon-bracket.js";
import { guessedEpsilon } from "./_internal/guessed-epsilon.js";
import { checkLocalReports, type LocalReports } from "./_internal/local-reports.js";
import { responsePair } from "./_internal/response-pair.js";

/** More users only help; beyond this the double sum takes too long, and what it gives is compared with the clones of all users. */
const MOST_USERS = 1e8;
/** Of reports in the two contested categories, so many numbers are told apart; fewer users are counted where delta is tiny. */
const MOST_CONTESTED = 1e5;
/** What the tails' cut adds to -2 log(delta), about. */
const TAIL_NATS = 64;
/** Beyond it e^localEpsilon leaves the doubles, and the clones lose nothing that a double shows. */
const LARGEST_EPSILON = 700;

/**
 * The epsilon at a given delta of n shuffled randomized responses over k categories.
 *
 * δ(ε) = E[(k q/T) ((e^ε₀ − 1)(H − e^ε (C − H)) − (e^ε − 1) T)₊], q = 1/(e^ε₀ + k − 1), T − 1 ~ Bin(n − 1, k q),
 * C ~ Bin(T, 2/k), H ~ Bin(C, 1/2).
 * Guarantee: `upper` holds for all data; the bracket is that of the bound, some 1e-4 of itself wide beyond 10,000 users.
 * Assumes: replace-one adjacency; each user sends one report of the same randomizer; honest shuffler.
 * Edges: k = 2 → clones2023Epsilon; never above ε₀; beyond 1e8 users (fewer where δ is tiny) the smaller of the clones' bound and that of so many users.
 *
 * @param options.localEpsilon ε₀, nats, [0, ∞): the truth is told with probability e^ε₀/(e^ε₀ + k − 1)
 * @param options.categories k, integer in [2, 1e9]
 * @param options.users n, reports in the shuffle, integer >= 1
 * @param options.delta δ, (0, 1)
 * @returns the bracket of ε, nats
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range
 * @example blanketRandomizedResponseEpsilon({ localEpsilon: 2, categories: 10, users: 10_000, delta: 1e-5 }).upper.toFixed(4); // "0.0661"
 * @see Balle, Bell, Gascon, Nissim, "The Privacy Blanket of the Shuffle Model", CRYPTO 2019, arXiv:1903.02837, Lemma 5.3
 */
export function blanketRandomizedResponseEpsilon(
  options: LocalReports & { readonly categories: number; readonly delta: number },
): Bracket {
  const reports = checkLocalReports("blanketRandomizedResponseEpsilon", options);
  const delta = checkNumber("blanketRandomizedResponseEpsilon: delta", options.delta, RANGES.delta);
  const categories = checkNumber("blanketRandomizedResponseEpsilon: categories", options.categories, {
    min: 2,
    max: 1e9,
    integer: true,
  });
  const { localEpsilon, users } = reports;
  const clones = () => clonesEpsilon(responsePair(reports), delta);
  if (categories === 2 || localEpsilon === 0 || localEpsilon > LARGEST_EPSILON) return clones();
  const counted = Math.min(users, mostUsers({ localEpsilon, categories, users }, delta));
  const blanket = categoriesEpsilon({ localEpsilon, categories, users: counted }, delta);
  if (users === counted) return blanket;
  const { estimate, upper } = [blanket, clones()].reduce((a, b) => (a.upper < b.upper ? a : b));
  return { lower: 0, estimate, upper };
}

/** About as many users as leave `MOST_CONTESTED` numbers within the reach of delta's tails. */
function mostUsers(pair: CategoriesPair, delta: number): number {
  const share = (2 * categoryShares(pair).uniform) / pair.categories;
  const deviations = 2 * Math.sqrt(-2 * Math.log(delta) + TAIL_NATS);
  return Math.min(MOST_USERS, Math.ceil((MOST_CONTESTED / deviations) ** 2 / (share * (1 - share))));
}

function categoriesEpsilon(pair: CategoriesPair, delta: number): Bracket {
  const { uniform, truthful } = categoryShares(pair);
  const shift = truthful * Math.sqrt((2 * pair.categories) / (1 + (pair.users - 1) * uniform));
  return epsilonBracket(categoriesDelta(pair, delta), {
    delta,
    guess: guessedEpsilon(shift, delta),
    highest: pair.localEpsilon,
  });
}
