import { weightOfNumbers } from "../../accounting/shuffle/dummies/category-dummies.js";
import type { DummyTotal } from "../../privacy/index.js";

/** What of random dummies says how many there are of a category. */
export interface DummyNumberLaw {
  readonly laplaceScale: number;
  readonly centre: number;
  readonly total: DummyTotal;
}

/** How much more than at the centre the numbers weigh together: P(N = centre) is its inverse. */
export function dummyNumberNormalizer({ laplaceScale, centre, total }: DummyNumberLaw): number {
  const weight = weightOfNumbers({ laplaceScale, centre, isTotalConstant: total === "constant" });
  return weight / -Math.expm1(-1 / laplaceScale);
}

/** Mean and variance of one category's number of dummies. */
export function dummyNumberMoments(law: DummyNumberLaw): {
  readonly mean: number;
  readonly variance: number;
} {
  const { laplaceScale, centre, total } = law;
  const ratio = Math.exp(-1 / laplaceScale);
  const step = -Math.expm1(-1 / laplaceScale);
  const all = dummyNumberNormalizer(law);
  // Sums of x ratio^x and x² ratio^x over x >= 1, and the parts beyond the centre.
  const first = ratio / step ** 2;
  const second = (ratio * (1 + ratio)) / step ** 3;
  const reach = Math.exp(-centre / laplaceScale);
  const beyondFirst = reach * ((centre * ratio) / step + first);
  const beyondSecond = reach * ((centre ** 2 * ratio) / step + 2 * centre * first + second);
  const isCutAbove = total === "constant";
  const shift = isCutAbove ? 0 : beyondFirst / all;
  const square = (2 * second - (isCutAbove ? 2 : 1) * beyondSecond) / all;
  return { mean: centre + shift, variance: Math.max(0, square - shift ** 2) };
}
