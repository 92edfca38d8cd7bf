/**
 * Local analytics: how often, and how much on average, from one randomized report of every user and a shuffler. Runs unchanged
 * in a browser. Docs: docs/analytics.md.
 */
export type { Collection, CollectionOptions } from "./collection.js";
export type { Estimate } from "./estimate.js";
export {
  type CategoryEstimate,
  estimateFrequencies,
  type FrequencyOptions,
  type FrequencyReport,
} from "./estimate-frequencies.js";
export { estimateMean, type MeanOptions, type MeanReport } from "./estimate-mean.js";
