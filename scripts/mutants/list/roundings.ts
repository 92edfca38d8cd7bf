import type { Mutant } from "../mutant.js";

const SUBSAMPLING_TEST = ["src/accounting/theorems/subsampling.test.ts"];
const ROUND_TEST = ["src/accounting/rounds/read-round.test.ts"];

/** Closed forms that end on the wrong side by their last bits. */
export const ROUNDINGS: readonly Mutant[] = [
  {
    what: "a large epsilon after sampling is rounded down",
    file: "src/accounting/theorems/subsampling.ts",
    from: "roundedUp(epsilon, ulps(8)) +",
    to: "roundedUp(epsilon, -ulps(8)) +",
    tests: SUBSAMPLING_TEST,
  },
  {
    what: "delta after sampling is rounded to the nearest",
    file: "src/accounting/theorems/subsampling.ts",
    from: "roundedUp(samplingRate * delta, ROUNDING.operation) + Number.MIN_VALUE",
    to: "samplingRate * delta",
    tests: SUBSAMPLING_TEST,
  },
  {
    what: "a channel's local epsilon is rounded to the nearest",
    file: "src/accounting/rounds/channel-epsilon.ts",
    from: "roundedUp(epsilon, ROUNDING.sum) + 2 ** -50",
    to: "epsilon",
    tests: ["src/accounting/rounds/channel-epsilon.test.ts"],
  },
  {
    what: "delta of a report by itself is rounded down",
    file: "src/accounting/shuffle/clones/own-delta.ts",
    from: "roundedUp(localDelta + (1 - localDelta) * gap, ROUNDING.formula)",
    to: "roundedUp(localDelta + (1 - localDelta) * gap, -ROUNDING.formula)",
    tests: ["src/accounting/shuffle/clones/own-delta.test.ts"],
  },
  {
    what: "the local epsilon of Laplace noise is rounded down",
    file: "src/accounting/rounds/reports/laplace-scalar-report.ts",
    from: "roundedUp(1 / event.noiseToWidth, ROUNDING.operation)",
    to: "roundedUp(1 / event.noiseToWidth, -ROUNDING.operation)",
    tests: ROUND_TEST,
  },
];
