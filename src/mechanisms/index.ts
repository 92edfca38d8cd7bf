/**
 * Randomizers, each with its sampler, exact law, error and event.
 *
 * Local, of categories: `karyRandomizedResponse`, `hadamardResponse`, `localHashing` (numbered reports),
 * `subsetSelection`, `unaryEncoding` (sets). Local, with numbered reports: `linfRandomizer`, `l1Randomizer`
 * (vectors, a few bits). Local, with vector reports: `hemisphereRandomizer`, `privUnitRandomizer` and, exact
 * to the last bit, `gaussianRandomizer` (l2 ball). Noise: `gaussianMechanism`, and, exact to the last bit,
 * `discreteGaussian` and `discreteLaplace` for integers. For the shuffle of vectors: `rotateAndCut` and
 * `dummyReport`.
 *
 * @module croupier-dp/mechanisms
 */
export { DpError, type DpErrorCode, type DpErrorDetails } from "../errors.js";
export type { Cap, CapRandomizer } from "./_internal/cap-randomizer.js";
export type { Norm } from "./_internal/norm.js";
export type { OneSignRandomizer } from "./_internal/one-sign-randomizer.js";
export { clipInPlace } from "./clip-in-place.js";
export { type DiscreteGaussian, discreteGaussian } from "./discrete-gaussian.js";
export { type DiscreteLaplace, discreteLaplace } from "./discrete-laplace.js";
export { dummyReport } from "./dummy-report.js";
export { type GaussianMechanism, gaussianMechanism } from "./gaussian-mechanism.js";
export {
  type GaussianRandomizer,
  type GaussianRandomizerOptions,
  gaussianRandomizer,
} from "./gaussian-randomizer.js";
export { type HadamardResponse, hadamardResponse } from "./hadamard-response.js";
export { hemisphereRandomizer } from "./hemisphere-randomizer.js";
export type { IntegerNoise } from "./integer-noise.js";
export { karyRandomizedResponse, type RandomizedResponse } from "./kary-randomized-response.js";
export { l1Randomizer } from "./l1-randomizer.js";
export { linfRandomizer } from "./linf-randomizer.js";
export { type LocalHashing, type LocalHashingOptions, localHashing } from "./local-hashing.js";
export type * from "./local-randomizer.js";
export { type PrivUnitOptions, privUnitRandomizer } from "./priv-unit-randomizer.js";
export type { ReportCode } from "./report-code.js";
export { type RotatedBlocks, rotateAndCut } from "./rotate-and-cut.js";
export { type SubsetSelection, type SubsetSelectionOptions, subsetSelection } from "./subset-selection.js";
export { type UnaryEncoding, unaryEncoding } from "./unary-encoding.js";
