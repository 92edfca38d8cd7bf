import type { Mutant } from "../mutant.js";

const SEQUENCES_TEST = ["src/training/gradients/_internal/sequence-gradients.test.ts"];
const PREDICTIONS_TEST = ["src/training/models/predictions.test.ts"];
const APART_TEST = ["src/training/gradients/_internal/records-apart.test.ts"];
const LOADERS_TEST = ["src/training/text/loaders.test.ts"];
const EXAMPLES_TEST = ["src/training/text/text-examples.test.ts"];
const METRICS_TEST = ["src/training/metrics/metrics.test.ts"];
const LORA_TEST = ["src/training/models/lora.test.ts"];
const PREDICTION_TEST = ["src/training/prediction/prediction.test.ts"];
const RESULTS_TEST = ["apps/cli/_internal/train/task/tasks.test.ts"];
const STATEMENT_TEST = ["apps/cli/_internal/train/privacy-statement.test.ts"];
const INIT_TEST = ["apps/cli/_internal/train/init-from-file.test.ts"];
const SETS_TEST = ["src/training/permutations/permutation-sets.test.ts"];

/** Models of sequences, what of them is trained, and what they are measured by. */
export const TASKS: readonly Mutant[] = [
  {
    what: "a language model predicts the token that it reads",
    file: "src/training/models/predictions.ts",
    from: "values[position + 1]!",
    to: "values[position]!",
    tests: PREDICTIONS_TEST,
  },
  {
    what: "a language model predicts the padding behind a text",
    file: "src/training/models/predictions.ts",
    from: "each(length - 1,",
    to: "each(length,",
    tests: PREDICTIONS_TEST,
  },
  {
    what: "a long text's gradient is that of all its positions' sum, not their mean",
    file: "src/training/gradients/_internal/gradient-pass.ts",
    from: "predictions.length * row, 1 / predictions.length);",
    to: "predictions.length * row, 1);",
    tests: SEQUENCES_TEST,
  },
  {
    what: "an example's logits keep the slopes of the one before behind its end",
    file: "src/training/gradients/_internal/gradient-pass.ts",
    from: "    kernels.clear(start, stride);\n",
    to: "",
    tests: SEQUENCES_TEST,
  },
  {
    what: "what attention makes of the example before stays behind a text's end",
    file: "src/training/layers/attention/kernel.ts",
    from: "      clearPadding(output.values, output, count);\n",
    to: "",
    tests: APART_TEST,
  },
  {
    what: "attention's gradients of the example before stay behind a text's end",
    file: "src/training/layers/attention/kernel.ts",
    from: "      clearPadding(input.gradients, input, count);\n",
    to: "",
    tests: APART_TEST,
  },
  {
    what: "attention looks at the padding",
    file: "src/training/layers/attention/kernel.ts",
    from: "          length: lengthOf(i),",
    to: "          length: positions,",
    tests: SEQUENCES_TEST,
  },
  {
    what: "a text's mean counts its padding",
    file: "src/training/layers/pooling/kernel.ts",
    from: "{ first: 0, count: length }",
    to: "{ first: 0, count: shape.height }",
    tests: SEQUENCES_TEST,
  },
  {
    what: "a pooled text's padding keeps the gradients of the example before",
    file: "src/training/layers/pooling/kernel.ts",
    from: "if (count * channels < input.stride) kernels.clear(target, input.stride);",
    to: "",
    tests: SEQUENCES_TEST,
  },
  {
    what: "low-rank adapters leave the weights beside them trained",
    file: "src/training/models/lora-model.ts",
    from: "hasWeights(block) ? { ...block, frozen: true } : block",
    to: "block",
    tests: LORA_TEST,
  },
  {
    what: "low-rank adapters change the model before they are trained",
    file: "src/training/models/lora-model.ts",
    from: ', start: "zero" }',
    to: " }",
    tests: LORA_TEST,
  },
  {
    what: "where the head alone is to be trained, all is",
    file: "src/training/models/head-model.ts",
    from: "i > lastBlock ? block : frozen(block)",
    to: "block",
    tests: PREDICTION_TEST,
  },
  {
    what: "what a tied head reads may move without its embedding",
    file: "src/training/permutations/permutation-sets.ts",
    from: "    if (kind.isTied) this.#tie(before, after);\n",
    to: "",
    tests: SETS_TEST,
  },
  {
    what: "what a residual block adds moves without what it is added to",
    file: "src/training/permutations/permutation-sets.ts",
    from: "before.join(this.through(block.layers, before));",
    to: "this.through(block.layers, before);",
    tests: SETS_TEST,
  },
  {
    what: "the test split is trained on",
    file: "src/training/text/load-plain-text.ts",
    from: "[text.slice(0, end), text.slice(end)]",
    to: "[text, text.slice(end)]",
    tests: LOADERS_TEST,
  },
  {
    what: "chapters for tests are trained on",
    file: "src/training/text/load-moby-dick.ts",
    from: "chapters.filter((text, i) => !isTest(text, i))",
    to: "chapters",
    tests: LOADERS_TEST,
  },
  {
    what: "the training split is tested with",
    file: "src/training/text/load-glue.ts",
    from: "joinPath(directory, task.test)",
    to: "file",
    tests: LOADERS_TEST,
  },
  {
    what: "an unknown label is the first class",
    file: "src/training/text/load-glue.ts",
    from: "classes.indexOf(cells.at(-1)!)",
    to: "Math.max(0, classes.indexOf(cells.at(-1)!))",
    tests: LOADERS_TEST,
  },
  {
    what: "mails come with the headers that tell how they were collected",
    file: "src/training/text/load-spam-assassin.ts",
    from: "mail.slice(end).trim()",
    to: "mail",
    tests: LOADERS_TEST,
  },
  {
    what: "padding counts as text",
    file: "src/training/text/_internal/rows-of.ts",
    from: "Uint32Array.from(rows, (row) => row.length)",
    to: "Uint32Array.from(rows, () => length)",
    tests: EXAMPLES_TEST,
  },
  {
    what: "a class that is never right has a perfect F1",
    file: "src/training/metrics/f1-score.ts",
    from: "2 * truePositives + falsePositives + falseNegatives)",
    to: "2 * truePositives + falsePositives)",
    tests: METRICS_TEST,
  },
  {
    what: "a word that is repeated is right each time",
    file: "src/training/metrics/bleu.ts",
    from: "Math.min(count, Math.max",
    to: "Math.max(count, Math.max",
    tests: METRICS_TEST,
  },
  {
    what: "short answers are not penalized",
    file: "src/training/metrics/bleu.ts",
    from: "Math.min(1, Math.exp(1 - referenceLength / all[0]!))",
    to: "Math.max(1, Math.exp(1 - referenceLength / all[0]!))",
    tests: METRICS_TEST,
  },
  {
    what: "words in another order are worth as much",
    file: "src/training/metrics/meteor.ts",
    from: "here === sorted[i - 1]![0] + 1 && there === sorted[i - 1]![1] + 1",
    to: "here === sorted[i - 1]![0] + 1",
    tests: METRICS_TEST,
  },
  {
    what: "the end of a text counts as a byte, which makes bits per byte fewer",
    file: "apps/cli/_internal/train/task/predicted-text.ts",
    from: "token < 256",
    to: "token < 260",
    tests: RESULTS_TEST,
  },
  {
    what: "bytes count that nobody predicts, which makes bits per byte fewer",
    file: "apps/cli/_internal/train/task/predicted-text.ts",
    from: "inputs.subarray(from + 1,",
    to: "inputs.subarray(from,",
    tests: RESULTS_TEST,
  },
  {
    what: "a tokenizer's own spaces count as bytes, which makes bits per byte fewer",
    file: "apps/cli/_internal/train/task/predicted-text.ts",
    from: "Math.min(bytes, sizeOf(texts))",
    to: "bytes",
    tests: RESULTS_TEST,
  },
  {
    what: "a run is measured on what it was trained on",
    file: "apps/cli/_internal/train/task/classes-task.ts",
    from: "scoresOf(predictor, data.test)",
    to: "scoresOf(predictor, data.train)",
    tests: RESULTS_TEST,
  },
  {
    what: "of several classes the best alone counts",
    file: "apps/cli/_internal/train/task/classes-task.ts",
    from: "each.reduce((sum, score) => sum + score, 0) / classes",
    to: "Math.max(...each)",
    tests: RESULTS_TEST,
  },
  {
    what: "an answer is held against other meanings' texts too",
    file: "apps/cli/_internal/train/task/meaning-task.ts",
    from: "meanings.map((meaning) => references.get(meaning)!)",
    to: "meanings.map(() => [...references.values()].flat())",
    tests: RESULTS_TEST,
  },
  {
    what: "nothing is said about what the first weights were trained on",
    file: "apps/cli/_internal/train/privacy-statement.ts",
    from: "init === undefined ? [] : [begunWith(init)]",
    to: "[]",
    tests: STATEMENT_TEST,
  },
  {
    what: "nothing is said about the test records",
    file: "apps/cli/_internal/train/privacy-statement.ts",
    from: "      testedOn(sample !== undefined),\n",
    to: "",
    tests: STATEMENT_TEST,
  },
  {
    what: "a seeded run is shown as a private one",
    file: "apps/cli/_internal/train/privacy-statement.ts",
    from: "...(seeded ? { warning: SEEDED } : {}),",
    to: "",
    tests: STATEMENT_TEST,
  },
  {
    what: "a refuted figure counts as a proven one",
    file: "apps/cli/_internal/train/privacy-statement.ts",
    from: 'side === "upper" && status === "proven"',
    to: 'side === "upper"',
    tests: STATEMENT_TEST,
  },
  {
    what: "weights of another model are passed over, and begin at random",
    file: "apps/cli/_internal/train/init-from-file.ts",
    from: "> lastBlock;",
    to: ">= lastBlock - 9;",
    tests: INIT_TEST,
  },
  {
    what: "a head begins at random without a word",
    file: "apps/cli/_internal/train/init-from-file.ts",
    from: "if (left.length > 0) printError(",
    to: "if (left.length < 0) printError(",
    tests: INIT_TEST,
  },
];
