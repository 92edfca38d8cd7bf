import type { Mutant } from "../mutant.js";

const PROFILE_TEST = ["src/accounting/shuffle/transposition/transposition-profile.test.ts"];
const POWER_TEST = ["src/accounting/shuffle/transposition/spectrum-power.test.ts"];

/**
 * What bands of counts share: sums on one lattice, and a profile along chords; and the masses of profiles.
 */
export const BANDS: readonly Mutant[] = [
  {
    what: "between its points a band's delta is that of the next one",
    file: "src/accounting/shuffle/transposition/joint-profile.ts",
    from: "return (1 - share) * deltas[i]! + share * deltas[i + 1]!;",
    to: "return share === 0 ? deltas[i]! : deltas[i + 1]!;",
    tests: PROFILE_TEST,
  },
  {
    what: "after its last point a band spends nothing",
    file: "src/accounting/shuffle/transposition/joint-profile.ts",
    from: "if (i + 1 >= gains.length) return deltas[i]!;",
    to: "if (i + 1 >= gains.length) return gain > gains[i]! ? 0 : deltas[i]!;",
    tests: PROFILE_TEST,
  },
  {
    what: "of several sums only the frequencies that the longest one needs are taken",
    file: "src/accounting/shuffle/transposition/spectrum-power.ts",
    from: "const fewest = Math.min(...copies);",
    to: "const fewest = Math.max(...copies);",
    tests: POWER_TEST,
  },
  {
    what: "several sums are all taken for the longest one",
    file: "src/accounting/shuffle/transposition/spectrum-power.ts",
    from: "copies.map((each) => powerOf(frequencies, length, each))",
    to: "copies.map(() => powerOf(frequencies, length, Math.max(...copies)))",
    tests: POWER_TEST,
  },
  {
    what: "the masses of a profile's pair round for nothing",
    file: "src/pld/pairs/profile-pair.ts",
    from: "const more = ROUNDING.formula;",
    to: "const more = 0 * ROUNDING.formula;",
    tests: ["src/pld/pairs/profile-pair.test.ts"],
  },
];
