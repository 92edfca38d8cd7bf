/**
 * Labelled image sets, read from their published files into shared memory. The loaders read the file system, so they run in
 * Node only; in a page {@link readIdx} reads bytes that were fetched.
 */
export type { Dataset } from "./dataset.js";
export type { Examples } from "./examples.js";
export { loadCifar10 } from "./load-cifar10.js";
export { type IdxClassificationOptions, loadIdxClassification } from "./load-idx-classification.js";
export { loadMnist } from "./load-mnist.js";
export { type IdxArray, readIdx } from "./read-idx.js";
