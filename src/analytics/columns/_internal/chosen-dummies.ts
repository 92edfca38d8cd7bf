import { type RandomDummies, randomDummies } from "../../random-dummies.js";

/** What the numbers of dummies are chosen for. */
export interface DummyParameters {
  /** b of a column whose messages move one count, or two. */
  readonly laplaceScale: (movedCounts: number) => number;
  /** The most probable that a category has no dummy. */
  readonly delta: number;
}

/** The dummies of reports over that number of choices. */
export function chosenDummies(categories: number, { laplaceScale, delta }: DummyParameters): RandomDummies {
  const scale = laplaceScale(categories === 2 ? 1 : 2);
  return randomDummies({ categories, laplaceScale: scale, delta });
}
