import type { Range } from "../../../validate.js";

/** More reports than the law of their mean is computed for. */
export const MOST_REPORTS = 1e9;

/** More answers of randomized response: nearly all losses are then far below the largest. */
export const MOST_CATEGORIES = 1e6;

/** What the builders of shuffled pairs cover in seconds. */
export const SHUFFLE_RANGES: Readonly<Record<"users" | "noiseMultiplier", Range>> = {
  users: { min: 1, max: MOST_REPORTS, integer: true, advice: "more users only hide better" },
  noiseMultiplier: { min: 0.05, advice: "with less noise the law of the mean is too heavy-tailed" },
};
