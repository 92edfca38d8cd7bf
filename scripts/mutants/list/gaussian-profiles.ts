import type { Mutant } from "../mutant.js";

const TRANSPOSITION_TEST = ["src/accounting/pld/transposition/hidden-transposition.test.ts"];

/** Profiles of Gaussian reports and sums: the hidden transposition, exchanged records, bands of counts, clones that fail. */
export const GAUSSIAN_PROFILES: readonly Mutant[] = [
  {
    what: "no record is further from the cohort's mean than the mean's domain is wide",
    file: "src/accounting/pld/transposition/mean-exceedance.ts",
    from: "Math.min(squares[1], (1 + norms[1]) ** 2)",
    to: "Math.min(squares[1], 1)",
    tests: TRANSPOSITION_TEST,
  },
  {
    what: "records are at most C from the zero record's cohort",
    file: "src/accounting/pld/transposition/neighbours.ts",
    from: "return { above: { a: 2 * radius, b: radius }, below: { a: radius, b: 0 } };",
    to: "return { above: { a: radius, b: 0 }, below: { a: radius, b: 0 } };",
    tests: TRANSPOSITION_TEST,
  },
  {
    what: "the excess over the cut is forgotten in the closed form",
    file: "src/accounting/pld/transposition/bennett-bound.ts",
    from: "least = Math.min(least, rest + large);",
    to: "least = Math.min(least, rest);",
    tests: TRANSPOSITION_TEST,
  },
  {
    what: "the mean of the copies is taken for less than their sum's share",
    file: "src/accounting/pld/transposition/mean-positive-part.ts",
    from: "const scale = (Math.exp(copies * logMoment) * law.step) / (copies * length);",
    to: "const scale = (0.98 * Math.exp(copies * logMoment) * law.step) / (copies * length);",
    tests: TRANSPOSITION_TEST,
  },
  {
    what: "the sample without the changed user is not compared",
    file: "src/accounting/pld/transposition/transposition-profile.ts",
    from: "samplingRate * ((1 - share) * other + share * divergence)",
    to: "samplingRate * share * divergence",
    tests: ["src/accounting/pld/transposition/transposition-profile.test.ts"],
  },
  {
    what: "an exchanged record is never compared with its absence",
    file: "src/accounting/pld/pairs/exchanged-poisson-pair.ts",
    from: "(Math.max(0, 1 - share) * present + Math.min(1, share) * exchanged)",
    to: "Math.min(1, share) * exchanged",
    tests: ["src/accounting/pld/pairs/exchanged-poisson-pair.test.ts"],
  },
  {
    what: "an exchange costs what an absence does",
    file: "src/accounting/pld/pairs/exchanged-poisson-pair.ts",
    from: "gaussianDivergence(1 / noiseMultiplier, epsilon)",
    to: "gaussianDivergence(0.5 / noiseMultiplier, epsilon)",
    tests: ["src/accounting/pld/pairs/exchanged-poisson-pair.test.ts"],
  },
  {
    what: "rounds with few reports have no weight",
    file: "src/accounting/core/check-in-bands.ts",
    from: "mass: before.mass + cell.mass,",
    to: "mass: before.mass,",
    tests: ["src/accounting/core/check-in-bands.test.ts"],
  },
  {
    what: "rounds of a band have its most reports",
    file: "src/accounting/core/check-in-bands.ts",
    from: "reports: Math.max(1, first),",
    to: "reports: Math.max(1, last),",
    tests: ["src/accounting/core/check-in-bands.test.ts"],
  },
  {
    what: "what is left of a power's spectrum is no error",
    file: "src/accounting/pld/transposition/mean-positive-part.ts",
    from: "const NO_POWER = 2 ** -64;",
    to: "const NO_POWER = 2 ** -4;",
    tests: TRANSPOSITION_TEST,
  },
  {
    what: "reports that stand out do so as the nearest of their block",
    file: "src/accounting/pld/transposition/mean-exceedance.ts",
    from: "const a = radius * Math.sqrt(far);",
    to: "const a = 0.9 * radius * Math.sqrt(far);",
    tests: TRANSPOSITION_TEST,
  },
  {
    what: "the others' failures cost half as much",
    file: "src/accounting/clones/failing-reports.ts",
    from: "const distances = 2 * (users - 1)",
    to: "const distances = (users - 1)",
    tests: ["src/accounting/theorems/clones-approximate-delta.test.ts"],
  },
  {
    what: "reports that fail are clones all the same",
    file: "src/accounting/clones/failing-reports.ts",
    from: "clonesDelta(thinned(pair, failure), ",
    to: "clonesDelta(thinned(pair, 0), ",
    tests: ["src/accounting/theorems/clones-approximate-delta.test.ts"],
  },
  {
    what: "a report's own divergence is forgotten where failures are coupled",
    file: "src/accounting/clones/failing-reports.ts",
    from: "(Math.expm1(epsilon) + 2 * localDivergence)",
    to: "Math.expm1(epsilon)",
    tests: ["src/accounting/theorems/clones-approximate-delta.test.ts"],
  },
  {
    what: "rounds in which nothing is drawn are lost",
    file: "src/accounting/pld/pairs/mixture-pair.ts",
    from: "[...drawn.map(({ atMost }) => atMost), nothing.atMost],",
    to: "[...drawn.map(({ atMost }) => atMost), 0],",
    tests: ["src/accounting/pld/pairs/mixture-pair.test.ts"],
  },
  {
    what: "pairs are drawn with the least of their probabilities",
    file: "src/accounting/pld/pairs/mixture-pair.ts",
    from: "[...drawn.map(({ atMost }) => atMost), nothing.atMost],",
    to: "[...drawn.map(({ atLeast }) => atLeast), nothing.atMost],",
    tests: ["src/accounting/pld/pairs/mixture-pair.test.ts"],
  },
];
