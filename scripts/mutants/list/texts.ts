import type { Mutant } from "../mutant.js";

const EXAMPLES_TEST = ["src/training/text/text-examples.test.ts"];
const LOADERS_TEST = ["src/training/text/loaders.test.ts"];
const TENSORS_TEST = ["src/training/safetensors/streamed-safetensors.test.ts"];

const ARCHITECTURES_TEST = ["src/training/gradients/_internal/architectures.test.ts"];
const CHECKPOINTS_TEST = ["src/training/models/pretrained/checkpoints.test.ts"];

/** What one example of text is, which texts are for tests, and strangers' files. */
export const TEXTS: readonly Mutant[] = [
  {
    what: "a segment's gradient holds that of the group before",
    file: "src/training/layers/segment-embedding/kernel.ts",
    from: "kernels.clear(target, count);",
    to: "",
    tests: ARCHITECTURES_TEST,
  },
  {
    what: "segments beyond the last have no vector",
    file: "src/training/layers/segment-embedding/kernel.ts",
    from: "segment < segments - 1",
    to: "segment < segments",
    tests: ARCHITECTURES_TEST,
  },
  {
    what: "weights that are not finite are read from a stranger's file",
    file: "src/training/models/pretrained/weights-from-checkpoint.ts",
    from: "!Number.isFinite(value)",
    to: "value === Infinity",
    tests: CHECKPOINTS_TEST,
  },
  {
    what: "tensors of another model are passed over",
    file: "src/training/models/pretrained/_internal/match-tensors.ts",
    from: "if (foreign !== undefined) throw",
    to: "if (foreign === null) throw",
    tests: CHECKPOINTS_TEST,
  },
  {
    what: "a token is in two examples, and so protected by half",
    file: "src/training/text/language-examples.ts",
    from: "ids.subarray(i * length, (i + 1) * length)",
    to: "ids.subarray(Math.max(0, i * length - 1), (i + 1) * length)",
    tests: EXAMPLES_TEST,
  },
  {
    what: "a window holds parts of two texts",
    file: "src/training/text/language-examples.ts",
    from: 'typeof texts === "string" ? [texts] : texts',
    to: 'typeof texts === "string" ? [texts] : [texts.join("")]',
    tests: EXAMPLES_TEST,
  },
  {
    what: "an example has an id that no embedding has a row for",
    file: "src/training/text/_internal/rows-of.ts",
    from: "inputs.findIndex((id) => id >= vocabulary)",
    to: "inputs.findIndex((id) => id > vocabulary)",
    tests: EXAMPLES_TEST,
  },
  {
    what: "the same mail is trained on and tested with",
    file: "src/training/text/load-spam-assassin.ts",
    from: "publicHash(text) % SPLIT",
    to: "publicHash(file) % SPLIT",
    tests: LOADERS_TEST,
  },
  {
    what: "tensors of a stranger's file overlap",
    file: "src/training/safetensors/_internal/read-header.ts",
    from: "if (begin !== at)",
    to: "if (begin > at)",
    tests: TENSORS_TEST,
  },
  {
    what: "a stranger's header takes any amount of memory",
    file: "src/training/safetensors/_internal/read-header.ts",
    from: "if (length > MAX_HEADER_LENGTH)",
    to: "if (length > MAX_HEADER_LENGTH && size < 0)",
    tests: TENSORS_TEST,
  },
];
