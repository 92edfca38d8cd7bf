import type { Mutant } from "../mutant.js";

const TRUE_COHORTS = ["test/properties/true-cohorts.test.ts"];
const SCORE_SUMS = ["src/accounting/lower/score-sum.test.ts"];
const COHORT_LOWER = ["src/accounting/accountants/cohort-lower.test.ts"];
const MILDER = ["src/accounting/rounds/milder-rounds.test.ts"];
const RARE_LOSSES = ["src/pld/rare-losses.test.ts"];

/** Lower ends: what is attained may not be overstated; laws around their modal loss. */
export const LOWER_ENDS: readonly Mutant[] = [
  {
    what: "one of the others is forgotten",
    file: "src/accounting/lower/shuffled-cohort-pair.ts",
    from: "copies: reports - 1,",
    to: "copies: Math.max(0, reports - 2),",
    tests: TRUE_COHORTS,
  },
  {
    what: "the changed user is sure to report",
    file: "src/accounting/lower/shuffled-cohort-pair.ts",
    from: "mixedScores(rate, law, absent)",
    to: "mixedScores(1, law, absent)",
    tests: TRUE_COHORTS,
  },
  {
    what: "a shown report is counted twice",
    file: "src/accounting/lower/shuffled-cohort-pair.ts",
    from: "mass: pmf.mass.map((each) => each * (1 - shown))",
    to: "mass: pmf.mass",
    tests: COHORT_LOWER,
  },
  {
    what: "what the transform is off is left to P",
    file: "src/accounting/lower/score-sum.ts",
    from: "const mass = p.mass[i]! - p.error;",
    to: "const mass = p.mass[i]! * 1.001;",
    tests: SCORE_SUMS,
  },
  {
    what: "the others hold both sets less than they do",
    file: "src/accounting/lower/subset-scores.ts",
    from: "others: law([low, low], [high, high]),",
    to: "others: law([low / 2, low / 2], [high, high]),",
    tests: TRUE_COHORTS,
  },
  {
    what: "the zero record lies at the others' records",
    file: "src/accounting/lower/gaussian-cohorts.ts",
    from: "const opposite = { ...shuffled, record: 2 * shift, replacement: shift };",
    to: "const opposite = { ...shuffled, record: 2 * shift, replacement: 0 };",
    tests: COHORT_LOWER,
  },
  {
    what: "an exchanged record is 2C from the absent one",
    file: "src/accounting/lower/exchanged-record-pair.ts",
    from: "const shift = 0.5 / noiseMultiplier;",
    to: "const shift = 1 / noiseMultiplier;",
    tests: SCORE_SUMS,
  },
  {
    what: "the smallest lower bound is the best",
    file: "src/accounting/claims/compare-claims.ts",
    from: "order(other.lower, one.lower)",
    to: "order(one.lower, other.lower)",
    tests: ["src/accounting/claims/compare-claims.test.ts"],
  },
  {
    what: "a bound on Renyi accounting is said to be one on epsilon",
    file: "src/privacy/describe-bound.ts",
    from: 'if (!assumptions.includes("renyi-accounting"))',
    to: "if (assumptions !== undefined)",
    tests: ["apps/cli/_internal/format.test.ts"],
  },
  {
    what: "the modal losses are not put back",
    file: "src/pld/compose/query-pmf.ts",
    from: "composedEpsilon(parts, query.delta, side, work) + origin)",
    to: "composedEpsilon(parts, query.delta, side, work))",
    tests: RARE_LOSSES,
  },
  {
    what: "the closed form of the first clones paper at any delta",
    file: "src/accounting/theorems/clones-2021.ts",
    from: "if (!(delta <= MAX_DELTA))",
    to: "if (!(delta <= 1))",
    tests: ["src/accounting/theorems/clones-2021.test.ts"],
  },
  {
    what: "many rounds count as one with the wrong sizes of them",
    file: "src/accounting/rounds/stand-in.ts",
    from: "(takesOther(size) ? other : one)",
    to: "(takesOther(size) ? one : other)",
    tests: MILDER,
  },
  {
    what: "many rounds count as one with the largest epsilon of them",
    file: "src/accounting/rounds/reports/randomized-response-report.ts",
    from: 'bearings: { epsilon: "more"',
    to: 'bearings: { epsilon: "less"',
    tests: MILDER,
  },
  {
    what: "many rounds count as one with the fewest users of them",
    file: "src/accounting/rounds/kinds/check-in-shuffle-round.ts",
    from: 'bearings: { users: "less"',
    to: 'bearings: { users: "more"',
    tests: MILDER,
  },
  {
    what: "many samples count as one of the fewest reports",
    file: "src/accounting/rounds/kinds/subsampled-shuffle-round.ts",
    from: "const reports = Math.max(one.reports, other.reports);",
    to: "const reports = Math.min(one.reports, other.reports);",
    tests: MILDER,
  },
  {
    what: "many samples count as one of the highest rate",
    file: "src/accounting/rounds/kinds/subsampled-shuffle-round.ts",
    from: "Math.ceil(reports / Math.min(one.samplingRate, other.samplingRate))",
    to: "Math.ceil(reports / Math.max(one.samplingRate, other.samplingRate))",
    tests: MILDER,
  },
  {
    what: "many samples count as one of fewer users",
    file: "src/accounting/rounds/kinds/subsampled-shuffle-round.ts",
    from: '(side === "upper" ? moreOfFewer(one, other) : fewerOfMore(one, other))',
    to: '(side === "lower" ? moreOfFewer(one, other) : fewerOfMore(one, other))',
    tests: MILDER,
  },
  {
    what: "many rounds count as more than there are",
    file: "src/accounting/rounds/join-alike-rounds.ts",
    from: "times: times + (group?.times ?? 0)",
    to: "times: times + 2 * (group?.times ?? 0)",
    tests: MILDER,
  },
];
