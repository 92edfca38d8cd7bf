/**
 * Random bits and what is made of them. Real runs draw from `secureSource`; `seededSource` is for simulation
 * and tests, and whatever it touches is not private.
 *
 * @module croupier-dp/random
 */
export { DpError, type DpErrorCode, type DpErrorDetails } from "../errors.js";
export { fillNormals } from "./fill-normals.js";
export { fillRoundedNormals } from "./fill-rounded-normals.js";
export { keyedSource } from "./keyed-source.js";
export type { RandomSource } from "./random-source.js";
export { sampleBernoulli } from "./sample-bernoulli.js";
export { sampleInteger } from "./sample-integer.js";
export { samplePoissonSubset } from "./sample-poisson-subset.js";
export { sampleRoundedNormal } from "./sample-rounded-normal.js";
export { sampleSubset } from "./sample-subset.js";
export { sampleUniform } from "./sample-uniform.js";
export { secureSource } from "./secure-source.js";
export { seededSource } from "./seeded-source.js";
export { shuffleInPlace } from "./shuffle-in-place.js";
