/**
 * Texts: tokenizers, examples of token ids, and texts from files and packages.
 *
 * @module croupier-dp/text
 */
export { DpError, type DpErrorCode, type DpErrorDetails } from "../../errors.js";
export { byteTokenizer } from "./byte-tokenizer.js";
export { type LanguageExamplesOptions, languageExamples } from "./language-examples.js";
export { loadE2e, type MeaningAndText, type MeaningDataset } from "./load-e2e.js";
export { GLUE_TASKS, type GlueOptions, type GlueTask, loadGlue } from "./load-glue.js";
export { loadMobyDick } from "./load-moby-dick.js";
export { loadPlainText } from "./load-plain-text.js";
export { loadSpamAssassin } from "./load-spam-assassin.js";
export { loadTokenizer } from "./load-tokenizer.js";
export { meaningPrompt } from "./meaning-prompt.js";
export type { PlainTexts } from "./plain-texts.js";
export { type ReadTokenizerOptions, readTokenizer } from "./read-tokenizer.js";
export type { LabelledTexts, TextDataset } from "./text-dataset.js";
export { type TextExamples, type TextExamplesOptions, type TextPair, textExamples } from "./text-examples.js";
export type { Layout, SpecialTokens, Tokenizer } from "./tokenizer.js";
