/**
 * Every published bound as a function of its own, with its conditions in the doc comment and its derivation
 * in docs/theorems.
 */

export type { RenyiCurve } from "../claims/renyi-curve.js";
export type { LocalReports } from "../shuffle/clones/local-reports.js";
export type { CheckIn, ShuffledEpsilon } from "./_internal/check-in.js";
export type { SampledReports } from "./_internal/sampled-reports.js";
export type { WeightShuffleStep } from "./_internal/weight-shuffle-step.js";
export {
  advancedCompositionEpsilon,
  basicComposition,
  type ComposedStep,
  dworkRothblumVadhanEpsilon,
} from "./advanced-composition.js";
export { type BlanketRandomizer, type BlanketReports, blanketEpsilon } from "./blanket.js";
export {
  blanketRandomizedResponseDelta,
  blanketRandomizedResponseEpsilon,
  type ResponseReports,
} from "./blanket-randomized-response.js";
export { type CheckInRound, checkInShuffleGaussianRdpCurve } from "./check-in-shuffle-gaussian.js";
export { checkInSumRdpCurve } from "./check-in-sum.js";
export { clones2021Epsilon } from "./clones-2021.js";
export { clones2021NumericalEpsilon } from "./clones-2021-numerical.js";
export { clones2023Delta, clones2023Epsilon } from "./clones-2023.js";
export { clones2023RdpCurve } from "./clones-2023-rdp.js";
export { clonesApproximateEpsilon } from "./clones-approximate.js";
export { clonesApproximateDelta } from "./clones-approximate-delta.js";
export { clonesGaussianEpsilon } from "./clones-gaussian.js";
export { fixedSizeSubsampledRdp } from "./fixed-size-subsampled.js";
export { gaussianDelta, gaussianEpsilon, gaussianNoiseMultiplier } from "./gaussian.js";
export { type Convergence, type ConvergenceProblem, gdd21Convergence } from "./gdd21-convergence.js";
export { gdd21LowerRdp, gdd21LowerRdpTable } from "./gdd21-lower.js";
export { gdd21TernaryChi } from "./gdd21-ternary-chi.js";
export { gdd21UpperRdp, gdd21UpperRdpTable } from "./gdd21-upper.js";
export { liew22BaselineEpsilon } from "./liew22-baseline.js";
export { liew22GenericCurve } from "./liew22-generic.js";
export { type MomentsAccountantResult, momentsAccountantEpsilon } from "./moments-accountant.js";
export { type PoissonGaussianStep, poissonGaussianRdp, poissonGaussianRdpCurve } from "./poisson-gaussian.js";
export {
  type ShuffleGaussianRound,
  shuffleGaussianRdp,
  shuffleGaussianRdpCurve,
} from "./shuffle-gaussian.js";
export { type EqualRounds, strongCompositionDelta, strongCompositionEpsilon } from "./strong-composition.js";
export {
  type SubsampledShuffleGaussianRound,
  subsampledShuffleGaussianRdp,
  subsampledShuffleGaussianRdpCurve,
} from "./subsampled-shuffle-gaussian.js";
export {
  amplifyBySubsampling,
  budgetBeforeSubsampling,
  type PrivacyPair,
  type SampledPair,
} from "./subsampling.js";
export { weightShuffleDelta, weightShuffleEpsilon } from "./weight-shuffle.js";
export {
  type SampledSteps,
  weightShuffleStepBudget,
  weightShuffleTotalEpsilon,
} from "./weight-shuffle-budget.js";
export { calibrateWeightShuffle, type WeightShuffleCalibration } from "./weight-shuffle-calibration.js";
