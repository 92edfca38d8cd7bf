import { DOMAIN, type Limits } from "../../validate.js";

/** Largest number of reports for which the law of the mean ratio is computed. */
export const MAX_REPORTS = 1e9;

/**
 * Largest number of categories of randomized response: beyond, nearly all losses are far below the largest.
 */
export const MAX_CATEGORIES = 1e6;

/**
 * Nats. Above it upper bounds take no credit for the shuffle, and lower ends count a report as one of this
 * epsilon, which spends less. Valid at any value: half of it leaves a report of 28 to methods that do not
 * count on the shuffle, and halves lower ends of such reports; twice as much raises lower ends of reports of
 * 40 by up to a third.
 */
export const MAX_LOCAL_EPSILON = 30;

/** What the builders of shuffled pairs compute in seconds. */
export const SHUFFLE_RANGES: Readonly<Record<"users" | "noiseMultiplier", Limits>> = {
  users: { min: 1, max: MAX_REPORTS, integer: true, advice: "more users only hide better" },
  noiseMultiplier: {
    ...DOMAIN.composedNoise,
    min: 0.05,
    advice: "with less noise the law of the mean is too heavy-tailed",
  },
};
