import type { Mutant } from "../mutant.js";

const PROTOCOL_TEST = ["src/training/protocols/weight-shuffle-protocol.test.ts"];
const ROUNDS_TEST = ["src/training/loop/train-rounds.test.ts"];
const SETS_TEST = ["src/training/models/permutations/permutation-sets.test.ts"];
const PERMUTATIONS_TEST = ["src/training/models/permutations/permutations.test.ts"];
const SETTLED_TEST = ["src/training/options/settle-as-published.test.ts"];

/** Weights shuffling: its second clip, its permutations, and what its calibrations are worth. */
export const PERMUTATIONS: readonly Mutant[] = [
  {
    what: "a batch's sum is not clipped to c'",
    file: "src/training/protocols/weight-shuffle-protocol.ts",
    from: "plain.releaseMean(clippedTo(batchClipBound, sum), participants, source)",
    to: "plain.releaseMean(sum, participants, source)",
    tests: PROTOCOL_TEST,
  },
  {
    what: "sums are scaled to c' rather than clipped, which parts neighbours",
    file: "src/training/protocols/_internal/clipped-to.ts",
    from: "norm <= bound ? vector : vector.map",
    to: "norm < 0 ? vector : vector.map",
    tests: PROTOCOL_TEST,
  },
  {
    what: "the optimizer's memory stays where it was",
    file: "src/training/loop/train-rounds.ts",
    from: "memory: memory.map(move)",
    to: "memory",
    tests: ROUNDS_TEST,
  },
  {
    what: "the running average stays where it was",
    file: "src/training/loop/train-rounds.ts",
    from: "average: move(average)",
    to: "average",
    tests: ROUNDS_TEST,
  },
  {
    what: "permutations are drawn from the noise's stream",
    file: "src/training/loop/train-rounds.ts",
    from: "source.fork(2).fork(round)",
    to: "source.fork(1).fork(round)",
    tests: ["src/training/loop/randomness.test.ts"],
  },
  {
    what: "the permutation is always the same",
    file: "src/training/models/permutations/sample-permutations.ts",
    from: "    shuffleInPlace(source, order);\n",
    to: "",
    tests: PERMUTATIONS_TEST,
  },
  {
    what: "keys stay where queries move",
    file: "src/training/models/permutations/_internal/attention-sets.ts",
    from: "[...inputs(QUERY!, head), ...inputs(KEY!, head)]",
    to: "[...inputs(QUERY!, head)]",
    tests: SETS_TEST,
  },
  {
    what: "what frozen layers write is permuted",
    file: "src/training/models/permutations/permutation-sets.ts",
    from: "if (isFrozen) after.fix();",
    to: "",
    tests: SETS_TEST,
  },
  {
    what: "what frozen layers read is permuted",
    file: "src/training/models/permutations/permutation-sets.ts",
    from: "if (isFrozen && flow.input.length > 0) before.fix();",
    to: "",
    tests: SETS_TEST,
  },
  {
    what: "the check of the sets sees no difference",
    file: "src/training/models/permutations/check-permutation-sets.ts",
    from: "const TOLERANCE = 1e-9;",
    to: "const TOLERANCE = 1e9;",
    tests: SETS_TEST,
  },
  {
    what: "the published noise is taken under replace-one, at half of the sensitivity",
    file: "src/training/options/settle-as-published.ts",
    from: 'if (adjacency !== "zero-out")',
    to: 'if (adjacency === "add-or-remove")',
    tests: SETTLED_TEST,
  },
  {
    what: "without a word the published calibration is taken",
    file: "src/training/options/kinds/weight-shuffle-kind.ts",
    from: 'fallback: "proven",',
    to: 'fallback: "published",',
    tests: SETTLED_TEST,
  },
];
