/** Labelled image sets, read from their published files into shared memory. Node only: they read the file system. */
export type { Dataset } from "./dataset.js";
export type { Examples } from "./examples.js";
export { loadCifar10 } from "./load-cifar10.js";
export { type IdxClassificationOptions, loadIdxClassification } from "./load-idx-classification.js";
export { loadMnist } from "./load-mnist.js";
export { type IdxArray, readIdx } from "./read-idx.js";
