import type { Mutant } from "../mutant.js";

const RATIO_TEST = ["src/accounting/rdp/ratio.test.ts"];
const LOG_MOMENT_TEST = ["src/accounting/shuffle/exact-gaussian/shuffle-gaussian-log-moment.test.ts"];

/** Moments of likelihood ratios, in both directions. */
export const MOMENTS: readonly Mutant[] = [
  {
    what: "what is left of the reverse moment's integral is left out",
    file: "src/accounting/rdp/reverse-log-moment.ts",
    from: "Math.min(least, logAddExp(found.log, left))",
    to: "Math.min(least, found.log)",
    tests: RATIO_TEST,
  },
  {
    what: "copies' reverse moments are one copy's",
    file: "src/accounting/rdp/mean-ratio.ts",
    from: "logInverseMoment: (power) => count * ratio",
    to: "logInverseMoment: (power) => ratio",
    tests: RATIO_TEST,
  },
  {
    what: "a negative moment of one report is the positive one's",
    file: "src/accounting/rdp/gaussian-ratio.ts",
    from: "0.5 * power * (power + 1) * logVariance",
    to: "0.5 * power * (power - 1) * logVariance",
    tests: RATIO_TEST,
  },
  {
    what: "a moment between two orders is the lower one's",
    file: "src/accounting/shuffle/exact-gaussian/mean-of-ratios/log-moment-bounds.ts",
    from: "first + share * (second - first)",
    to: "first",
    tests: LOG_MOMENT_TEST,
  },
  {
    what: "a law whose masses have left the doubles counts",
    file: "src/accounting/shuffle/exact-gaussian/shuffle-gaussian-log-moment.ts",
    from: "plan.affordableMass >= MIN_MASS && ",
    to: "",
    tests: LOG_MOMENT_TEST,
  },
];
