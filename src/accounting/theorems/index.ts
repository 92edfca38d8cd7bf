/** Every published bound as a function of its own; what each is worth is in its doc comment and in docs/theorems. */
export {
  advancedCompositionEpsilon,
  basicComposition,
  dworkRothblumVadhanEpsilon,
} from "./advanced-composition.js";
export { blanketEpsilon } from "./blanket.js";
export {
  blanketRandomizedResponseDelta,
  blanketRandomizedResponseEpsilon,
} from "./blanket-randomized-response.js";
export { checkInShuffleGaussianRdpCurve } from "./check-in-shuffle-gaussian.js";
export { checkInSumRdpCurve } from "./check-in-sum.js";
export { clones2021Epsilon } from "./clones-2021.js";
export { clones2021NumericalEpsilon } from "./clones-2021-numerical.js";
export { clones2023Delta, clones2023Epsilon } from "./clones-2023.js";
export { clones2023RdpCurve } from "./clones-2023-rdp.js";
export { clonesApproximateEpsilon } from "./clones-approximate.js";
export { clonesGaussianEpsilon } from "./clones-gaussian.js";
export { fixedSizeSubsampledRdp } from "./fixed-size-subsampled.js";
export { gaussianDelta, gaussianEpsilon, gaussianNoiseMultiplier } from "./gaussian.js";
export { gdd21Convergence } from "./gdd21-convergence.js";
export { gdd21LowerRdp, gdd21LowerRdpTable } from "./gdd21-lower.js";
export { gdd21TernaryChi } from "./gdd21-ternary-chi.js";
export { gdd21UpperRdp, gdd21UpperRdpTable } from "./gdd21-upper.js";
export { liew22BaselineEpsilon } from "./liew22-baseline.js";
export { liew22GenericCurve } from "./liew22-generic.js";
export { momentsAccountantEpsilon } from "./moments-accountant.js";
export { poissonGaussianRdp, poissonGaussianRdpCurve } from "./poisson-gaussian.js";
export { shuffleGaussianRdp, shuffleGaussianRdpCurve } from "./shuffle-gaussian.js";
export { strongCompositionDelta, strongCompositionEpsilon } from "./strong-composition.js";
export {
  subsampledShuffleGaussianRdp,
  subsampledShuffleGaussianRdpCurve,
} from "./subsampled-shuffle-gaussian.js";
export { amplifyBySubsampling, budgetBeforeSubsampling } from "./subsampling.js";
export { weightShuffleDelta, weightShuffleEpsilon } from "./weight-shuffle.js";
export { weightShuffleStepBudget, weightShuffleTotalEpsilon } from "./weight-shuffle-budget.js";
export { calibrateWeightShuffle } from "./weight-shuffle-calibration.js";
