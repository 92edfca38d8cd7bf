import type { Mutant } from "../mutant.js";

const PAIR = "src/accounting/shuffle/blanket/channels/answers-pair.ts";
const CELLS = "src/accounting/rounds/answers/answer-cells.ts";
const COHORT = "src/accounting/lower/answer-cohort.ts";
const PROPERTIES = ["test/properties/several-answers.test.ts"];
const CELLS_TEST = ["src/accounting/rounds/answers/answer-cells.test.ts"];

const SAMPLE = "src/accounting/shuffle/blanket/channels/shuffled-channel.ts";
const SAMPLE_TEST = ["test/properties/absent-reports.test.ts"];

/** Several answers in one message, and what hides reports of a sample. */
export const ANSWERS: readonly Mutant[] = [
  {
    what: "the blanket of a message is larger than the product of its answers'",
    file: PAIR,
    from: "masses: [share * low,",
    to: "masses: [share * Math.sqrt(low * high),",
    tests: PROPERTIES,
  },
  {
    what: "the worst records' sets meet",
    file: PAIR,
    from: "    cell(ownShare, 1, 0),\n    cell(ownShare, 0, 1),",
    to: "    cell(ownShare / 2, 1, 0),\n    cell(ownShare / 2, 0, 1),\n    cell(ownShare / 2, 1, 1),\n    cell(ownShare / 2, 0, 0),",
    tests: PROPERTIES,
  },
  {
    what: "of those who check in all count as absent, too",
    file: PAIR,
    from: "const absence = 1 - presence;",
    to: "const absence = 1;",
    tests: PROPERTIES,
  },
  {
    what: "messages of all users count as sent",
    file: PAIR,
    from: "roundedDown(presence * blanket, ROUNDING.sum)",
    to: "roundedDown(blanket, ROUNDING.sum)",
    tests: PROPERTIES,
  },
  {
    what: "joined answers have the smaller epsilon",
    file: PAIR,
    from: "const { localEpsilon } = high.shape;",
    to: "const { localEpsilon } = low.shape;",
    tests: PROPERTIES,
  },
  {
    what: "joined answers have the smaller sets",
    file: PAIR,
    from: "Math.min(low.shape.categories, high.shape.categories)",
    to: "Math.max(low.shape.categories, high.shape.categories)",
    tests: PROPERTIES,
  },
  {
    what: "different ratios are one cell",
    file: CELLS,
    from: "before * (2 * times + 1) + after",
    to: "before + after",
    tests: CELLS_TEST,
  },
  {
    what: "an answer is left out",
    file: CELLS,
    from: "time < times",
    to: "time < times - 1",
    tests: CELLS_TEST,
  },
  {
    what: "in a lower end the others hide nothing in the third set",
    file: COHORT,
    from: "{ powers: [-1, -1], masses: [third * high, third * low, third * low] }",
    to: "{ powers: [-1, -1], masses: [third * low, third * low, third * low] }",
    tests: PROPERTIES,
  },
  {
    what: "in a sample all users' absence counts for each report",
    file: SAMPLE,
    from: "((1 - rate) / rate) * Math.expm1(epsilon)",
    to: "(1 / rate) * Math.expm1(epsilon)",
    tests: SAMPLE_TEST,
  },
  {
    what: "a sample that shows who reports hides as if it did not",
    file: SAMPLE,
    from: "rate === 1 ? Math.exp(epsilon) : 1 + gain",
    to: "rate === 1 ? Math.exp(epsilon) : 1 + 2 * gain",
    tests: SAMPLE_TEST,
  },
  {
    what: "a sample's delta is taken times its rate twice",
    file: SAMPLE,
    from: "roundedUp(rate * delta, ROUNDING.fewOperations)",
    to: "roundedUp(rate * rate * delta, ROUNDING.fewOperations)",
    tests: SAMPLE_TEST,
  },
];
