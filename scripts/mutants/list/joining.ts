import type { Mutant } from "../mutant.js";

const SPLIT_DELTA = ["src/accounting/composition/joining/split-delta.test.ts"];
const SPLIT_EPSILON = ["src/accounting/composition/joining/split-epsilon.test.ts"];
const UNLIKE = ["src/accounting/composition/joining/unlike-rounds.test.ts"];
const LAPLACE = ["src/pld/pairs/laplace-pair.test.ts"];

/** Unlike rounds in one question. */
export const JOINING: readonly Mutant[] = [
  {
    what: "every part gets all of delta",
    file: "src/accounting/composition/joining/split-delta.ts",
    from: "part.epsilonAt(roundedDown(shares[i]! * delta, ROUNDING.longSum))",
    to: "part.epsilonAt(roundedDown(delta, ROUNDING.longSum))",
    tests: SPLIT_DELTA,
  },
  {
    what: "shares of delta are equal whatever the parts",
    file: "src/accounting/composition/joining/split-delta.ts",
    from: "figuresAt(parts, sharesOf(looks), delta)",
    to: "figuresAt(parts, equal, delta)",
    tests: SPLIT_DELTA,
  },
  {
    what: "reports that fail get what they need at a whole equal share",
    file: "src/accounting/composition/joining/split-delta.ts",
    from: "leastShare: smaller };",
    to: "leastShare: 1 };",
    tests: SPLIT_DELTA,
  },
  {
    what: "a delta counts at which the parts spend more than was asked",
    file: "src/accounting/composition/joining/smaller-delta.ts",
    from: "sum.total <= epsilon)",
    to: "sum.total <= 2 * epsilon)",
    tests: ["src/accounting/composition/joining/smaller-delta.test.ts"],
  },
  {
    what: "a sum of figures is rounded down",
    file: "src/accounting/composition/joining/least-sum.ts",
    from: "total: roundedUp(sum, ROUNDING.longSum)",
    to: "total: sum * (1 - ROUNDING.longSum)",
    tests: SPLIT_DELTA,
  },
  {
    what: "the parts of epsilon add up to more than it",
    file: "src/accounting/composition/joining/split-epsilon.ts",
    from: "down(each * (left / exchanged))",
    to: "each * (left / exchanged) * 1.01",
    tests: SPLIT_EPSILON,
  },
  {
    what: "epsilon stays where it was split first",
    file: "src/accounting/composition/joining/split-epsilon.ts",
    from: "const MAX_SPLITS = 8;",
    to: "const MAX_SPLITS = 1;",
    tests: SPLIT_EPSILON,
  },
  {
    what: "rounds that a method does not cover cost nothing",
    file: "src/accounting/composition/joining/completed.ts",
    from: "adjacency), ...others];",
    to: "adjacency)];",
    tests: UNLIKE,
  },
  {
    what: "rounds without a tighter pair have none",
    file: "src/accounting/composition/pld-accountant.ts",
    from: "lastResort === undefined ? fallbackLosses : [...fallbackLosses, lastResort]",
    to: "fallbackLosses",
    tests: UNLIKE,
  },
  {
    what: "the density of Laplace noise is left out on a lattice coarser than its losses",
    file: "src/pld/pairs/laplace-pair.ts",
    from: "const last = Math.ceil(largest / width);",
    to: "const last = Math.round(largest / width);",
    tests: LAPLACE,
  },
  {
    what: "the density of Laplace noise is cut beyond where it ends",
    file: "src/pld/pairs/laplace-pair.ts",
    from: "Math.min(largest, (k + 1) * width);",
    to: "(k + 1) * width;",
    tests: LAPLACE,
  },
];
