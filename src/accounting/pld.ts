/** Privacy-loss distributions between certified ends. */

export type { QueryOptions } from "../pld/certify/refinement.js";
export { composePld } from "../pld/compose-pld.js";
export { discretePrivacyLoss } from "../pld/discrete-privacy-loss.js";
export type { DiscretizedPair, DominatingPair, GridHints, RepeatedPair } from "../pld/dominating-pair.js";
export { gaussianPrivacyLoss } from "../pld/gaussian-privacy-loss.js";
export { laplacePrivacyLoss } from "../pld/laplace-privacy-loss.js";
export type { Pmf, PmfBracket, Side } from "../pld/pmf.js";
export { PrivacyLossDistribution } from "../pld/privacy-loss-distribution.js";
export type { ProgressCallback } from "../pld/progress-callback.js";
export { poissonGaussianPrivacyLoss } from "./central/poisson-gaussian-privacy-loss.js";
export { randomAllocationPrivacyLoss } from "./central/random-allocation-privacy-loss.js";
export { clonesPrivacyLoss } from "./shuffle/clones/clones-privacy-loss.js";
export { shuffledResponsePrivacyLoss } from "./shuffle/clones/shuffled-response-privacy-loss.js";
export { checkInShuffleGaussianPrivacyLoss } from "./shuffle/exact-gaussian/check-in-shuffle-gaussian-privacy-loss.js";
export { shuffleGaussianEpsilon } from "./shuffle/exact-gaussian/shuffle-gaussian-epsilon.js";
export { shuffleGaussianLogMoment } from "./shuffle/exact-gaussian/shuffle-gaussian-log-moment.js";
export { shuffleGaussianPrivacyLoss } from "./shuffle/exact-gaussian/shuffle-gaussian-privacy-loss.js";
export { subsampledShuffleGaussianPrivacyLoss } from "./shuffle/exact-gaussian/subsampled-shuffle-gaussian-privacy-loss.js";
