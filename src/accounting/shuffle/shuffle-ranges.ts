import { DOMAIN, type Limits } from "../../validate.js";

/** Largest number of reports for which the law of the mean ratio is computed. */
export const MAX_REPORTS = 1e9;

/**
 * Largest number of categories of randomized response: beyond, nearly all losses are far below the largest.
 */
export const MAX_CATEGORIES = 1e6;

/** What the builders of shuffled pairs compute in seconds. */
export const SHUFFLE_RANGES: Readonly<Record<"users" | "noiseMultiplier", Limits>> = {
  users: { min: 1, max: MAX_REPORTS, integer: true, advice: "more users only hide better" },
  noiseMultiplier: {
    ...DOMAIN.composedNoise,
    min: 0.05,
    advice: "with less noise the law of the mean is too heavy-tailed",
  },
};
