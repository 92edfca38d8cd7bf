/**
 * Local analytics: how often, and how much on average, from one randomized report of every user and a shuffler. Runs unchanged
 * in a browser. Docs: docs/analytics.md.
 *
 * By role: `encodeReports` (a client), `shuffleReports` (the shuffler), `estimateFrequencies` and `estimateMean` (an analyzer), with a
 * `categoryRandomizer` or a `numberRandomizer` that all of them know. In one process: `collectFrequencies`, `collectMean`.
 */
export {
  type CategoryRandomizer,
  type CategoryRandomizerOptions,
  categoryRandomizer,
} from "./category-randomizer.js";
export {
  type CollectFrequenciesOptions,
  collectFrequencies,
  type FrequencyCollection,
} from "./collect-frequencies.js";
export { type CollectMeanOptions, collectMean, type MeanCollection } from "./collect-mean.js";
export type { Collection, CollectionOptions } from "./collection.js";
export { describeCollection } from "./describe-collection.js";
export { encodeReports } from "./encode-reports.js";
export type { Estimate, EstimateOptions } from "./estimate.js";
export {
  type CategoryEstimate,
  estimateFrequencies,
  type FrequencyEstimates,
  type FrequencyOptions,
} from "./estimate-frequencies.js";
export { estimateMean, type MeanEstimate } from "./estimate-mean.js";
export {
  type NumberRandomizer,
  type NumberRandomizerOptions,
  numberRandomizer,
} from "./number-randomizer.js";
export { shuffleReports } from "./shuffle-reports.js";
