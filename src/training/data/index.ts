/**
 * Labelled data sets: from plain arrays, and from published files. Files are read in Node alone; in a page
 * `readIdx` reads fetched bytes.
 */
export type { Dataset } from "./dataset.js";
export type { Examples } from "./examples.js";
export { type ExamplesFromOptions, examplesFrom, type InputArray } from "./examples-from.js";
export { loadCifar10 } from "./load-cifar10.js";
export { type IdxClassificationOptions, loadIdxClassification } from "./load-idx-classification.js";
export { loadMnist } from "./load-mnist.js";
export { orientedGradients } from "./oriented-gradients.js";
export { type IdxArray, readIdx } from "./read-idx.js";
