/** Privacy-loss distributions between certified ends. */
export { checkInShuffleGaussianPrivacyLoss } from "./check-in-shuffle-gaussian-privacy-loss.js";
export { clonesPrivacyLoss } from "./clones-privacy-loss.js";
export { composePld } from "./compose-pld.js";
export { discretePrivacyLoss } from "./discrete-privacy-loss.js";
export type { DiscretizedPair, DominatingPair, RepeatedPair } from "./dominating-pair.js";
export { gaussianPrivacyLoss } from "./gaussian-privacy-loss.js";
export { laplacePrivacyLoss } from "./laplace-privacy-loss.js";
export type { Pmf, PmfBracket, Side } from "./pmf.js";
export { poissonGaussianPrivacyLoss } from "./poisson-gaussian-privacy-loss.js";
export { PrivacyLossDistribution } from "./privacy-loss-distribution.js";
export type { ProgressCallback } from "./progress-callback.js";
export { randomAllocationPrivacyLoss } from "./random-allocation-privacy-loss.js";
export type { QueryOptions } from "./refinement.js";
export { shuffleGaussianEpsilon } from "./shuffle-gaussian-epsilon.js";
export { shuffleGaussianLogMoment } from "./shuffle-gaussian-log-moment.js";
export { shuffleGaussianPrivacyLoss } from "./shuffle-gaussian-privacy-loss.js";
export { shuffledResponsePrivacyLoss } from "./shuffled-response-privacy-loss.js";
export { subsampledShuffleGaussianPrivacyLoss } from "./subsampled-shuffle-gaussian-privacy-loss.js";
