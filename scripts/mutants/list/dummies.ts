import type { Mutant } from "../mutant.js";

const FIELDS = ["src/accounting/blocks-and-dummies.test.ts"];
const FIGURES = ["src/accounting/accountants/dummies-pld.test.ts"];
const CASES = ["test/properties/hidden-cohorts.test.ts"];
const ABSENT = ["test/properties/absent-reports.test.ts"];

/** Blocks, dummies, and absent users who hide others. */
export const DUMMIES: readonly Mutant[] = [
  {
    what: "a message among random numbers of dummies moves one count",
    file: "src/accounting/shuffle/dummies/category-dummies.ts",
    from: "return dummies.isTotalConstant ? [pair] : [pair, discretePair(same, more)];",
    to: "return [pair];",
    tests: ["src/accounting/shuffle/dummies/category-dummies.test.ts"],
  },
  {
    what: "numbers of dummies of the least scale stand for those of larger ones",
    file: "src/accounting/rounds/reports/dummy-counts-report.ts",
    from: 'laplaceScale: "same"',
    to: 'laplaceScale: "less"',
    tests: ["src/accounting/rounds/reports/bearings.test.ts"],
  },
  {
    what: "the counts are charged where the message says less",
    file: "src/accounting/losses/dummy-counts-loss.ts",
    from: "if (epsilon !== undefined && epsilon <=",
    to: "if (epsilon !== undefined && 2 * epsilon <=",
    tests: ["src/accounting/shuffle/dummies/category-dummies.test.ts"],
  },
  {
    what: "a method passes over blocks and dummies",
    file: "src/accounting/rounds/coverage.ts",
    from: ": each.blocksAndDummies !== undefined,",
    to: ": true,",
    tests: FIELDS,
  },
  {
    what: "a block has more noise than it has",
    file: "src/accounting/rounds/kinds/_internal/with-blocks-and-dummies.ts",
    from: "report.noiseMultiplier * Math.sqrt(blocks)",
    to: "report.noiseMultiplier * blocks",
    tests: FIELDS,
  },
  {
    what: "many blocks with coins of their own are one round",
    file: "src/accounting/rounds/rounds-of.ts",
    from: "times: times * roundsOfBlocks(round),",
    to: "times,",
    tests: FIELDS,
  },
  {
    what: "one coin for all blocks counts as one for each",
    file: "src/accounting/rounds/kinds/_internal/with-blocks-and-dummies.ts",
    from: 'return joins === "per-block" || samplingRate === 1;',
    to: "return true;",
    tests: FIELDS,
  },
  {
    what: "the zero record is hidden by its own bound alone",
    file: "src/accounting/shuffle/dummies/hiding-curve.ts",
    from: "const isHeavy = radius > MAX_LIGHT_RADIUS;",
    to: "const isHeavy = radius > 100 * MAX_LIGHT_RADIUS;",
    tests: ["src/accounting/accountants/dummies-pld.test.ts"],
  },
  {
    what: "a few dummies replace what is known without them",
    file: "src/accounting/losses/hidden-vectors-loss.ts",
    from: "FEW_DUMMIES * dummies < users * samplingRate",
    to: "FEW_DUMMIES * dummies < 0",
    tests: ["src/accounting/accountants/dummies-pld.test.ts"],
  },
  {
    what: "all dummies of responses are counted",
    file: "src/accounting/shuffle/dummies/response-profile.ts",
    from: "return Math.min(MAX_REPORTS, reports);",
    to: "return Math.min(1.5 * MAX_REPORTS, reports);",
    tests: ["src/accounting/accountants/dummies-pld.test.ts"],
  },
  {
    what: "what needs no other user is completed by what does",
    file: "src/accounting/composition/joining/joined.ts",
    from: "if (accountant.standsAlone) return accountant;",
    to: "",
    tests: ["src/accounting/accountants/dummies-pld.test.ts"],
  },
  {
    what: "figures of blocks do not say that nobody may link them",
    file: "src/accounting/composition/with-unlinkable-blocks.ts",
    from: '[...assumptions, "unlinkable-blocks"]',
    to: "[...assumptions]",
    tests: FIELDS,
  },
  {
    what: "of several blocks one is charged",
    file: "src/accounting/shuffle/dummies/hidden-profile.ts",
    from: "sampledProfile(blockCurve(curve, { blocks, leastDelta: ends[i]! }), bands[i]!)",
    to: "sampledProfile(blockCurve(curve, { blocks: 1, leastDelta: ends[i]! }), bands[i]!)",
    tests: ["src/accounting/shuffle/dummies/hidden-profile.test.ts"],
  },
  {
    what: "a user who sends nothing counts as one who sends a dummy",
    file: "src/accounting/losses/dummies-loss.ts",
    from: 'return samplingRate < 1 && blocksAndDummies?.absentees !== "dummy";',
    to: "return false;",
    tests: FIGURES,
  },
  {
    what: "the dummies of users count as the shuffler's",
    file: "src/accounting/losses/dummies-loss.ts",
    from: 'if (dummies === 0 || dummiesBy === "users") {',
    to: "if (dummies === 0) {",
    tests: FIGURES,
  },
  {
    what: "another dummy hides than there is",
    file: "src/accounting/shuffle/dummies/dummies-delta.ts",
    from: "copies: dummies + 1,",
    to: "copies: dummies + 2,",
    tests: CASES,
  },
  {
    what: "of two directions the smaller one",
    file: "src/accounting/shuffle/dummies/hiding-curve.ts",
    from: "Math.max(...directions.map((deltas) => deltas[i]!))",
    to: "0.5 * Math.min(...directions.map((deltas) => deltas[i]!))",
    tests: CASES,
  },
  {
    what: "the sum of reports has the noise of one",
    file: "src/accounting/lower/hidden-cohorts.ts",
    from: "roundedUp(noiseMultiplier * Math.sqrt(reports), ROUNDING.formula)",
    to: "roundedUp(noiseMultiplier, ROUNDING.formula)",
    tests: FIGURES,
  },
  {
    what: "the absent hide more than they do",
    file: "src/accounting/rounds/reports/sets-with-absence.ts",
    from: "(1 - joins) * (1 + mass * Math.expm1(epsilon))",
    to: "(1 - joins) * (1 + 2 * mass * Math.expm1(epsilon))",
    tests: ABSENT,
  },
  {
    what: "a channel's absent users hide nothing of who joins",
    file: "src/accounting/rounds/reports/discrete-channel-report.ts",
    from: "[...row.map((each) => joins * each), 1 - joins]",
    to: "[...row.map((each) => joins * joins * each), 1 - joins * joins]",
    tests: ABSENT,
  },
  {
    what: "responses or dummies by a coin have too small an epsilon",
    file: "src/accounting/rounds/with-mixed-responses.ts",
    from: "/ (1 - joins + joins * low)",
    to: "/ (2 - joins + joins * low)",
    tests: FIGURES,
  },
];
