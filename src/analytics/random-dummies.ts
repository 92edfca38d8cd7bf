import { categoryDummiesGuarantee } from "../accounting/shuffle/dummies/category-dummies.js";
import { firstIntegerWhere } from "../numerics/first-integer-where.js";
import { ROUNDING, roundedUp } from "../numerics/rounding.js";
import type { DummyTotal } from "../privacy/index.js";
import {
  checkNumber,
  checkOneOf,
  checkOptions,
  DOMAIN,
  type Limits,
  type Range,
  wrongShape,
} from "../validate.js";
import { dummyNumberMoments } from "./_internal/dummy-number-moments.js";

/** Random numbers of dummies, one for each category; all parties know them but for the numbers drawn. */
export interface RandomDummies {
  /** k, categories to choose from. */
  readonly categories: number;
  /** b, scale of the noise in a category's number. */
  readonly laplaceScale: number;
  /** λ, the likeliest number of dummies of a category. */
  readonly centre: number;
  /** Whether the numbers are independent, or those of two categories have the sum 2 λ. */
  readonly total: DummyTotal;
  /** Dummies of all categories together, on average. */
  readonly expected: number;
}

/** What {@link randomDummies} chooses for. Exactly one of `targetEpsilon` and `laplaceScale` is given. */
export interface RandomDummiesOptions {
  /** k, categories that a message chooses from, integer in [2, 2^26]. */
  readonly categories: number;
  /** ε of the shuffled messages, whatever the users send, nats, [0.001, 50]. */
  readonly targetEpsilon?: number | undefined;
  /** b, scale of the noise in a category's number, [0.02, 2000]. */
  readonly laplaceScale?: number | undefined;
  /** δ of the shuffled messages, [1e-100, 1). */
  readonly delta: number;
  /**
   * "constant" for two categories alone, whose numbers then have a constant sum and which need half the
   * noise; the default there, else "random".
   */
  readonly total?: DummyTotal | undefined;
}

const CATEGORIES: Range = { min: 2, max: 2 ** 26, integer: true };
export const DUMMY_SCALES: Limits = { min: DOMAIN.laplaceNoise.min, max: 2000 };
/** More of one category than delta = 1e-100 ever needs. */
const MAX_CENTRE = 2 ** 30;

/**
 * The fewest dummies that meet an ε at a δ: the shuffler adds λ + X dummies of each category, X discrete
 * Laplace noise of scale b, redrawn until the number is possible.
 *
 * A message moves two counts, so that ε = 2/b, or 1/b for two categories with a constant sum of dummies; δ is
 * the probability of a category without dummies. The number of users does not matter. Guarantee: `proven`,
 * see the method `dummies-pld`; it holds whatever the other users do. Assumes: replace-one or zero-out
 * adjacency; the shuffler is honest, draws the numbers and adds the dummies.
 *
 * @param options see {@link RandomDummiesOptions}
 * @returns the numbers' law, for {@link addDummies}, {@link describeDummyCounts} and the estimates
 * @throws DpError OUT_OF_RANGE a number is outside its range; BAD_INPUT both or neither of targetEpsilon and
 *   laplaceScale, or a constant total of more than two categories
 * @example randomDummies({ categories: 4, targetEpsilon: 0.5, delta: 1e-6 }).laplaceScale.toFixed(3); // 4.000
 * @see docs/theorems/dummies.md, section 7
 */
export function randomDummies(options: RandomDummiesOptions): RandomDummies {
  const name = "randomDummies";
  const { targetEpsilon, laplaceScale: given } = checkOptions(name, options);
  const categories = checkNumber(`${name}: categories`, options.categories, CATEGORIES);
  const delta = checkNumber(`${name}: delta`, options.delta, DOMAIN.delta);
  const total = checkTotal(name, options.total ?? (categories === 2 ? "constant" : "random"), categories);
  if ((targetEpsilon === undefined) === (given === undefined)) {
    throw wrongShape(`${name}: targetEpsilon`, targetEpsilon, "given alone: it, or laplaceScale");
  }
  const laplaceScale =
    targetEpsilon === undefined
      ? checkNumber(`${name}: laplaceScale`, given!, DUMMY_SCALES)
      : roundedUp(
          movedCounts(total) / checkNumber(`${name}: targetEpsilon`, targetEpsilon, dummyTargets(1)),
          ROUNDING.formula,
        );
  const isTotalConstant = total === "constant";
  const centre = firstIntegerWhere(
    (tried) => categoryDummiesGuarantee({ centre: tried, laplaceScale, isTotalConstant }).delta <= delta,
    0,
    MAX_CENTRE,
  );
  const expected = categories * dummyNumberMoments({ laplaceScale, centre, total }).mean;
  return Object.freeze({ categories, laplaceScale, centre, total, expected });
}

/** How many counts a message moves that nothing else tells. */
export function movedCounts(total: DummyTotal): number {
  return total === "constant" ? 1 : 2;
}

function checkTotal(name: string, total: DummyTotal, categories: number): DummyTotal {
  const allowed: readonly DummyTotal[] = categories === 2 ? ["random", "constant"] : ["random"];
  return checkOneOf(`${name}: total`, total, allowed);
}

/** Epsilons that several columns together can have with noise of such scales: 2 / b of each. */
export function dummyTargets(columns: number): Range {
  return { min: (2 * columns) / DUMMY_SCALES.max, max: 50, advice: "dummies have noise of limited scale" };
}
