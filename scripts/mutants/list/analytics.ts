import type { Mutant } from "../mutant.js";

const COLUMN_REPORTS_TEST = ["src/analytics/columns/_internal/column-reports.test.ts"];
const COLUMNS_TEST = ["src/analytics/columns/columns.test.ts"];
const DUMMIES_TEST = [
  "src/analytics/random-dummies.test.ts",
  "src/analytics/columns/dummies-in-plans.test.ts",
];
const DESIGN_TEST = ["src/analytics/design-randomizer.test.ts", "src/analytics/design-shapes.test.ts"];

/** The choice of a randomizer, and what it is said to spend. */
export const ANALYTICS: readonly Mutant[] = [
  {
    what: "a design is charged for one round",
    file: "src/analytics/_internal/design/family.ts",
    from: 'return rounds === 1 ? round : { kind: "repeat", times: rounds, of: round };',
    to: "return rounds === 0 ? round : round;",
    tests: DESIGN_TEST,
  },
  {
    what: "a ball in another norm is too small for the task's",
    file: "src/analytics/_internal/design/vector-families.ts",
    from: "order[norm] - order[given]",
    to: "order[given] - order[norm]",
    tests: DESIGN_TEST,
  },
  {
    what: "one-hot vectors lie nearer to their middle than they do",
    file: "src/analytics/_internal/design/frequency-families.ts",
    from: "Math.sqrt(1 - 1 / categories)",
    to: "Math.sqrt(1 / 2)",
    tests: DESIGN_TEST,
  },
  {
    what: "the trusted server's noise is half of what one record moves",
    file: "src/analytics/_internal/design/noise-families.ts",
    from: "diameter = 2 * clip",
    to: "diameter = clip",
    tests: DESIGN_TEST,
  },
  {
    what: "Laplace noise is scaled to half the range",
    file: "src/analytics/_internal/design/noise-families.ts",
    from: "(2 * clip) / localEpsilon",
    to: "clip / localEpsilon",
    tests: DESIGN_TEST,
  },
  {
    what: "a design may exceed the target epsilon",
    file: "src/analytics/_internal/design/solve-family.ts",
    from: "      targetEpsilon,\n      parameter: family.parameter,",
    to: "      targetEpsilon: 1.01 * targetEpsilon,\n      parameter: family.parameter,",
    tests: DESIGN_TEST,
  },
  {
    what: "two reports are not shuffled",
    file: "src/analytics/shuffle-reports.ts",
    from: "  shuffleInPlace(source, shuffled);",
    to: "  if (shuffled.length !== 2) shuffleInPlace(source, shuffled);",
    tests: ["src/analytics/roles.test.ts"],
  },
  {
    what: "each of several columns spends all of epsilon",
    file: "src/analytics/columns/plan-columns.ts",
    from: "return { localEpsilon: localEpsilon! / columns.length };",
    to: "return { localEpsilon: localEpsilon! };",
    tests: COLUMNS_TEST,
  },
  {
    what: "several columns are charged as their first",
    file: "src/analytics/columns/plan-columns.ts",
    from: 'return others.length === 0 ? only! : { kind: "sequence", of: [only!, ...others] };',
    to: 'return others.length === 0 ? only! : { kind: "sequence", of: [only!] };',
    tests: COLUMNS_TEST,
  },
  {
    what: "quantiles share the confidence of their bins",
    file: "src/analytics/columns/confidence-per-table.ts",
    from: "(hasQuantiles(question) ? 2 : 1)",
    to: "(hasQuantiles(question) ? 1 : 1)",
    tests: COLUMNS_TEST,
  },
  {
    what: "columns are not shuffled by themselves",
    file: "src/analytics/columns/_internal/column-reports.ts",
    from: "return shuffled(encodeReports(numbers, response, source));",
    to: "return encodeReports(numbers, response, source);",
    tests: COLUMN_REPORTS_TEST,
  },
  {
    what: "means are not shuffled by themselves",
    file: "src/analytics/columns/_internal/column-reports.ts",
    from: "return shuffled(encodeReports(values, column.randomizer, source));",
    to: "return encodeReports(values, column.randomizer, source);",
    tests: COLUMN_REPORTS_TEST,
  },
  {
    what: "a number of dummies that is not possible is cut off in place of drawn again",
    file: "src/analytics/add-dummies.ts",
    from: "if (number >= 0 && number <= most) return number;",
    to: "return Math.max(0, Math.min(most, number));",
    tests: DUMMIES_TEST,
  },
  {
    what: "a message is said to move one count alone",
    file: "src/analytics/random-dummies.ts",
    from: 'return total === "constant" ? 1 : 2;',
    to: "return 1;",
    tests: DUMMIES_TEST,
  },
  {
    what: "the number of dummies is taken for centred where it is cut below",
    file: "src/analytics/_internal/dummy-number-moments.ts",
    from: "const shift = isCutAbove ? 0 : beyondFirst / all;",
    to: "const shift = 0;",
    tests: DUMMIES_TEST,
  },
  {
    what: "several categories have the dummies of one",
    file: "src/analytics/_internal/dummy-count-law.ts",
    from: "if (size === 1) return numberLaw(numbers);",
    to: "if (size >= 1) return numberLaw(numbers);",
    tests: DUMMIES_TEST,
  },
  {
    what: "the two numbers of a constant sum count as independent",
    file: "src/analytics/_internal/level-noise.ts",
    from: "const weights = isConstant ? [2] : levelsOf(numbers.categories);",
    to: "const weights = levelsOf(numbers.categories);",
    tests: DUMMIES_TEST,
  },
  {
    what: "a mean's radius leaves the dummies out",
    file: "src/analytics/_internal/chernoff-radius.ts",
    from: "ofUsers + noise.logMoment(tilt / contrast) + Math.log(2 / error)",
    to: "ofUsers + Math.log(2 / error)",
    tests: DUMMIES_TEST,
  },
];
