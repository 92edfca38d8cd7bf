import type { Mutant } from "../mutant.js";

const SEVERAL_BATCHES_TEST = ["test/properties/several-of-many-batches.test.ts"];
const LEDGER_TEST = ["src/accounting/ledger/open-ledger.test.ts"];
const GUARANTEES_TEST = ["src/accounting/guarantees.test.ts"];

/** How rounds are read, compared and joined. */
export const ROUNDS: readonly Mutant[] = [
  {
    what: "equal rounds count once",
    file: "src/accounting/rounds/rounds-of.ts",
    from: "times: times + (found.get(key)?.times ?? 0)",
    to: "times",
    tests: [...LEDGER_TEST, ...GUARANTEES_TEST],
  },
  {
    what: "participation is taken for secret where all take part",
    file: "src/accounting/rounds/kinds/check-in-shuffle-round.ts",
    from: "isDrawn: ({ samplingRate }) => samplingRate < 1,",
    to: "isDrawn: () => true,",
    tests: ["src/accounting/secret-participation.test.ts"],
  },
  {
    what: "zero-out hides among records one clip bound apart",
    file: "src/accounting/rounds/as-replace-one.ts",
    from: "report.noiseMultiplier / farther",
    to: "report.noiseMultiplier",
    tests: ["src/accounting/noise-to-clip.test.ts"],
  },
  {
    what: "check-in counts as many reports as there are at most",
    file: "src/accounting/rounds/check-in-counts.ts",
    from: "minReports: Math.max(1, min)",
    to: "minReports: Math.max(1, max)",
    tests: ["src/accounting/rounds/check-in-counts.test.ts"],
  },
  {
    what: "check-in samples at the rate of its fewest participants",
    file: "src/accounting/rounds/check-in-counts.ts",
    from: "inclusionRate: max / trials",
    to: "inclusionRate: Math.max(1, min) / trials",
    tests: ["src/accounting/rounds/check-in-counts.test.ts"],
  },
  {
    what: "a record in several batches is charged for one of them",
    file: "src/accounting/rounds/kinds/random-allocation-round.ts",
    from: "roundsOfBlocks: ({ joined = 1 }) => joined",
    to: "roundsOfBlocks: () => 1",
    tests: SEVERAL_BATCHES_TEST,
  },
  {
    what: "a record in several batches hides among all of them each time",
    file: "src/accounting/rounds/kinds/random-allocation-round.ts",
    from: "Math.floor(allSteps / joined)",
    to: "allSteps",
    tests: SEVERAL_BATCHES_TEST,
  },
  {
    what: "the sum of all batches has the noise of one",
    file: "src/accounting/lower/gaussian-cohorts.ts",
    from: "Math.sqrt(allSteps / joined)",
    to: "Math.sqrt(joined / joined)",
    tests: SEVERAL_BATCHES_TEST,
  },
];
