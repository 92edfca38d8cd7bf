import type { Mutant } from "../mutant.js";

const COHORTS_TEST = ["test/properties/shuffled-scalars.test.ts"];
const PAIRS_TEST = ["src/accounting/shuffle/blanket/channels/scalar-pairs.test.ts"];
const FIGURES_TEST = ["test/properties/scalar-figures.test.ts"];
const PAIRS = "src/accounting/shuffle/blanket/channels/scalar-pairs.ts";

/** Numbers in an interval, with noise. */
export const SCALARS: readonly Mutant[] = [
  {
    what: "Laplace reports between the ends are half as many",
    file: PAIRS,
    from: "Math.tanh(step / 4)",
    to: "Math.tanh(step / 8)",
    tests: COHORTS_TEST,
  },
  {
    what: "Laplace reports beyond the interval are left out",
    file: PAIRS,
    from: "mass: massBeyond(largest) }",
    to: "mass: 0 }",
    tests: COHORTS_TEST,
  },
  {
    what: "the middle of the interval is its far end",
    file: PAIRS,
    from: "const middle = 0.5 / noise;",
    to: "const middle = 1 / noise;",
    tests: COHORTS_TEST,
  },
  {
    what: "Gaussian reports are counted at the lower end of their cell",
    file: PAIRS,
    from: "masses[i + 1]! += mass * up;",
    to: "masses[i]! += mass * up;",
    tests: FIGURES_TEST,
  },
  {
    what: "both ends make the same reports",
    file: PAIRS,
    from: "after: Float64Array.of(...far, ...near),",
    to: "after: Float64Array.of(...near, ...far),",
    tests: COHORTS_TEST,
  },
  {
    what: "reports that are not hidden are charged as one event",
    file: PAIRS,
    from: "const ofLeft = [...revealed,",
    to: "const ofLeft = [revealed.reduce(([p, q], [r, s]) => [p + r, q + s] as const, [0, 0] as const),",
    tests: PAIRS_TEST,
  },
  {
    what: "reports beyond the grid cost nothing",
    file: PAIRS,
    from: "[Math.min(1, roundedUp(beyond, MASS_ERROR)), 0] as const",
    to: "[0, 0] as const",
    tests: FIGURES_TEST,
  },
  {
    what: "what a value adds to the next lattice point is lost there",
    file: "src/accounting/shuffle/blanket/channels/mean-excess.ts",
    from: "here = next === place + 1 ? above : 0;",
    to: "here = 0;",
    tests: ["src/accounting/shuffle/blanket/channels/mean-excess.test.ts"],
  },
  {
    what: "values between lattice points are lowered",
    file: "src/accounting/shuffle/blanket/channels/mean-excess.ts",
    from: "const up = Math.min(1, Math.max(0, at[i]! - place));",
    to: "const up = 0 * Math.min(1, Math.max(0, at[i]! - place));",
    tests: ["src/accounting/shuffle/blanket/channels/mean-excess.test.ts"],
  },
  {
    what: "the last count of some of the users is a share of them all",
    file: "src/accounting/rounds/check-in-counts.ts",
    from: "inclusionRate: max / trials",
    to: "inclusionRate: max / users",
    tests: ["src/accounting/rounds/check-in-counts.test.ts"],
  },
  {
    what: "a number's noise is relative to half of its interval",
    file: "src/accounting/rounds/as-gaussian.ts",
    from: "noiseMultiplier: report.noiseToWidth }",
    to: "noiseMultiplier: 2 * report.noiseToWidth }",
    tests: FIGURES_TEST,
  },
  {
    what: "the local epsilon of Laplace noise is that of half the width",
    file: "src/accounting/rounds/reports/laplace-scalar-report.ts",
    from: "roundedUp(1 / event.noiseToWidth, ROUNDING.operation)",
    to: "roundedUp(0.5 / event.noiseToWidth, ROUNDING.operation)",
    tests: FIGURES_TEST,
  },
  {
    what: "one Laplace report has twice the noise",
    file: "src/accounting/losses/laplace-loss.ts",
    from: "laplaceScale: report.noiseToWidth }",
    to: "laplaceScale: 2 * report.noiseToWidth }",
    tests: FIGURES_TEST,
  },
  {
    what: "a known sample is paid for by its rate twice",
    file: "src/accounting/losses/plain-profile.ts",
    from: "weight: roundedUp(weight * samplingRate, ROUNDING.fewOperations),",
    to: "weight: roundedUp(weight * samplingRate ** 2, ROUNDING.fewOperations),",
    tests: ["src/accounting/accountants/transposition-pld.test.ts"],
  },
  {
    what: "unusual numbers of check-in cost nothing where delta is asked for",
    file: "src/accounting/composition/round-bound.ts",
    from: "const most = upper + failure;",
    to: "const most = upper + failure * 0;",
    tests: ["src/accounting/composition/round-bound.test.ts"],
  },
  {
    what: "a number's zero record lies in the middle",
    file: "src/accounting/losses/plain-profile.ts",
    from: 'const toZero = adjacency === "zero-out" && !isScalar;',
    to: 'const toZero = adjacency === "zero-out";',
    tests: FIGURES_TEST,
  },
  {
    what: "under zero-out a number may move by two widths",
    file: "src/accounting/lower/gaussian-cohorts.ts",
    from: 'covered.report.kind === "gaussian" ? under : "replace-one"',
    to: "under",
    tests: FIGURES_TEST,
  },
  {
    what: "lower ends: Laplace reports of the replacement have the other's law",
    file: "src/accounting/lower/laplace-scores.ts",
    from: "replacement[i] = between * Math.exp(-below / 2);",
    to: "replacement[i] = between * Math.exp(-above / 2);",
    tests: FIGURES_TEST,
  },
];
