/**
 * Amplification by shuffling as the privacy blanket's authors bound it: by Hoeffding's or Bennett's
 * inequality.
 *
 * Kept to compare with published figures; clones2023Epsilon (any randomizer) and
 * blanketRandomizedResponseEpsilon sum the same expectation exactly and are smaller. Derivation:
 * docs/theorems/blanket.md.
 */
import { ROUNDING, roundedDown, roundedUp } from "../../numerics/rounding.js";
import type { Bracket } from "../../privacy/index.js";
import { checkNumber, checkOneOf, DOMAIN } from "../../validate.js";
import { epsilonBracket } from "../claims/epsilon-bracket.js";
import { type BlanketRandomizer, blanketTerms } from "../shuffle/blanket/responses/blanket-terms.js";
import { checkLocalReports, type LocalReports } from "../shuffle/clones/local-reports.js";

export type { BlanketRandomizer } from "../shuffle/blanket/responses/blanket-terms.js";

/** Shuffled reports, and how the blanket bound is evaluated. */
export interface BlanketReports extends LocalReports {
  /** Which randomizer makes the reports. */
  readonly randomizer: BlanketRandomizer;
  /** The concentration inequality. */
  readonly inequality: "hoeffding" | "bennett";
}

const INEQUALITIES = ["hoeffding", "bennett"] as const;
const KINDS = ["generic", "laplace", "randomizedResponse"] as const;

/**
 * The epsilon at a given delta of n shuffled reports, by the privacy blanket and a concentration inequality.
 *
 * ε with δ = (1/(γ n)) E[(b²/(4a)) e^(−2 M a²/b²)] (Hoeffding) or (1/(γ n)) E[(b₊/log(1 + a b₊/c)) e^(−M
 * (c/b₊²) φ(a b₊/c))] (Bennett), M ~ Bin(n, γ), a = e^ε − 1, φ(u) = (1 + u) log(1 + u) − u; γ, b, b₊, c are
 * the randomizer's blanket mass, and the range, maximum and second moment of its amplification variable.
 * Guarantee: upper bound, rounding included, for all data, and for every ε₀-LDP randomizer where `generic`.
 * Assumes: replace-one adjacency; each user sends one report of the same randomizer; honest shuffler. Edges:
 * ε₀ where the inequality says nothing, which for `generic` begins near ε₀ = log(n/log(1/δ))/2.
 *
 * @param options.localEpsilon ε₀ of one report, pure local DP, nats, 0 or [1e-12, 100]
 * @param options.users n, reports in the shuffle, integer in [1, 1e12]
 * @param options.randomizer `generic`; `laplace`: a number in [0, 1] plus Laplace noise of scale 1/ε₀;
 *   `randomizedResponse` over `categories`, integer in [2, 1e12]
 * @param options.inequality `hoeffding` or `bennett`
 * @param options.delta δ, [1e-150, 1)
 * @returns the bracket of the bound, nats
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range; BAD_INPUT an unknown randomizer or
 *   inequality
 * @example
 * const round = { localEpsilon: 1, users: 10_000, delta: 1e-6, randomizer: { kind: "generic" }, inequality: "hoeffding" } as const;
 * blanketEpsilon(round).upper.toFixed(4); // "0.1666"
 * @see Balle, Bell, Gascon, Nissim, "The Privacy Blanket of the Shuffle Model", CRYPTO 2019,
 *   arXiv:1903.02837, Theorem 5.3, Lemmas 5.5 and 5.6
 */
export function blanketEpsilon(options: BlanketReports & { readonly delta: number }): Bracket {
  const { localEpsilon, users } = checkLocalReports("blanketEpsilon", options);
  const delta = checkNumber("blanketEpsilon: delta", options.delta, DOMAIN.sharedDelta);
  const inequality = checkOneOf("blanketEpsilon: inequality", options.inequality, INEQUALITIES);
  const randomizer = checkRandomizer(options.randomizer);
  const bound = inequality === "hoeffding" ? hoeffdingDelta : bennettDelta;
  const deltaAt = (epsilon: number): Bracket => {
    const value = bound(epsilon, { localEpsilon, users, randomizer });
    return {
      lower: roundedDown(value, ROUNDING.sum),
      estimate: value,
      upper: roundedUp(value, ROUNDING.sum),
    };
  };
  return epsilonBracket(deltaAt, { delta, guess: localEpsilon / 2, highest: localEpsilon });
}

interface Shuffle extends LocalReports {
  readonly randomizer: BlanketRandomizer;
}

function checkRandomizer(randomizer: BlanketRandomizer): BlanketRandomizer {
  checkOneOf("blanketEpsilon: randomizer.kind", randomizer.kind, KINDS);
  if (randomizer.kind === "randomizedResponse") {
    checkNumber("blanketEpsilon: randomizer.categories", randomizer.categories, { ...DOMAIN.count, min: 2 });
  }
  return randomizer;
}

function hoeffdingDelta(epsilon: number, { localEpsilon, users, randomizer }: Shuffle): number {
  const { mass, range } = blanketTerms(randomizer, localEpsilon, epsilon);
  const drift = Math.expm1(epsilon);
  const perReport = (2 * drift * drift) / (range * range);
  return (
    ((range * range) / (4 * drift) / (mass * users)) *
    Math.exp(users * Math.log1p(mass * Math.expm1(-perReport)))
  );
}

function bennettDelta(epsilon: number, { localEpsilon, users, randomizer }: Shuffle): number {
  const { mass, largest, secondMoment } = blanketTerms(randomizer, localEpsilon, epsilon);
  const ratio = (Math.expm1(epsilon) * largest) / secondMoment;
  const perReport = (secondMoment / (largest * largest)) * bennettExponent(ratio);
  const factor = largest / Math.log1p(ratio) / (mass * users);
  return factor * Math.exp(users * Math.log1p(mass * Math.expm1(-perReport)));
}

/** (1 + u) log(1 + u) - u, by its series where the terms would cancel. */
function bennettExponent(u: number): number {
  if (u > 0.01) return (1 + u) * Math.log1p(u) - u;
  return u * u * (1 / 2 - u * (1 / 6 - u * (1 / 12 - u * (1 / 20 - u * (1 / 30 - u / 42)))));
}
