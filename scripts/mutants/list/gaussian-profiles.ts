import type { Mutant } from "../mutant.js";

const TRANSPOSITION_TEST = ["src/accounting/pld/transposition/hidden-transposition.test.ts"];
const CHAIN_TEST = ["src/accounting/pld/transposition/chain.test.ts"];

/** Profiles of Gaussian reports and sums: the hidden transposition, exchanged records, bands of counts. */
export const GAUSSIAN_PROFILES: readonly Mutant[] = [
  {
    what: "no record is further from the cohort's mean than the mean's domain is wide",
    file: "src/accounting/pld/transposition/mean-exceedance.ts",
    from: "square * (1 + (i + 1) / NORMS) ** 2",
    to: "square",
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
    what: "the users among whom one is hidden are counted among those who are given away",
    file: "src/accounting/pld/transposition/hidden-transposition.ts",
    from: "const others = reports - shuffle.reports;",
    to: "const others = reports;",
    tests: CHAIN_TEST,
  },
  {
    what: "the chance that few entries hold much of the posterior is left out",
    file: "src/accounting/pld/transposition/hidden-transposition.ts",
    from: "(1 + 1 / share) * unshuffled",
    to: "(1 / share) * unshuffled",
    tests: CHAIN_TEST,
  },
  {
    what: "filling the cut posterior up costs nothing",
    file: "src/accounting/pld/transposition/hidden-transposition.ts",
    from: "unshuffled + x - 1 :",
    to: "unshuffled :",
    tests: CHAIN_TEST,
  },
  {
    what: "a smaller shuffle's own excess is forgotten",
    file: "src/accounting/pld/transposition/hidden-transposition.ts",
    from: "shuffledExcess(replaced, x, copies, FEW_STEPS) + rest",
    to: "shuffledExcess(replaced, x, copies, FEW_STEPS)",
    tests: CHAIN_TEST,
  },
  {
    what: "the mean of the copies is taken for less than their sum's share",
    file: "src/accounting/pld/transposition/mean-positive-part.ts",
    from: "const scale = (Math.exp(copies * logMoment) * law.step) / copies;",
    to: "const scale = (0.98 * Math.exp(copies * logMoment) * law.step) / copies;",
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
    from: "band(all.min, middle.min, SIDE)",
    to: "band(all.min, middle.min, 0)",
    tests: ["src/accounting/core/check-in-bands.test.ts"],
  },
];
