import type { Mutant } from "../mutant.js";

/** What composed losses cost where no lattice or only a coarse one holds them. */
export const COMPOSITIONS: readonly Mutant[] = [
  {
    what: "rounds that fit no lattice cost as much as one of them",
    file: "src/pld/certify/certify.ts",
    from: "return atMost(Math.min(most, roundedUp(sum, ROUNDING.longSum)), bracket);",
    to: "return atMost(Math.min(most, roundedUp(sum, ROUNDING.longSum) / count), bracket);",
    tests: ["src/pld/basic-composition.test.ts"],
  },
  {
    what: "the largest density of a normal law is rounded down",
    file: "src/pld/pairs/gaussian-pair.ts",
    from: "const MAX_DENSITY = 0.39894229;",
    to: "const MAX_DENSITY = 0.39894228;",
    tests: ["src/pld/total-variation-bound.test.ts"],
  },
  {
    what: "a Laplace transform leaves out terms that count",
    file: "src/accounting/rdp/gaussian-ratio.ts",
    from: "if (exponent < -55) break;",
    to: "if (exponent < -8) break;",
    tests: ["src/accounting/rdp/ratio.test.ts"],
  },
  {
    what: "a law on a common lattice is on the other side of the true one",
    file: "src/pld/discretize/on-common-lattice.ts",
    from: 'return side === "pessimistic" ?',
    to: 'return side !== "pessimistic" ?',
    tests: ["src/pld/discretize/on-common-lattice.test.ts"],
  },
  {
    what: "a law below has rising losses",
    file: "src/accounting/lower/exchanged-record-pair.ts",
    from: "points.sort((a, b) => a.loss - b.loss); //",
    to: "//",
    tests: ["src/accounting/lower/exchanged-record-pair.test.ts"],
  },
];
