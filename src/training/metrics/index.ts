/** Measures of predictions. Each is of data: its value on private examples is itself a release. */
export { accuracy } from "./accuracy.js";
export { bitsPerByte } from "./bits-per-byte.js";
export { type BleuScore, bleu } from "./bleu.js";
export { f1Score } from "./f1-score.js";
export { macroF1 } from "./macro-f1.js";
export { matthewsCorrelation } from "./matthews-correlation.js";
export { meteor } from "./meteor.js";
export { perplexity } from "./perplexity.js";
