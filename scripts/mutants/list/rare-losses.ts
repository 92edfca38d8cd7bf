import type { Mutant } from "../mutant.js";

const RARE_LOSSES = ["src/pld/compose/rare-losses.test.ts"];
const DIFFERENCES = ["src/pld/compose/power-difference.test.ts"];
const FILE = "src/pld/compose/rare-losses.ts";

/** Rare large losses composed apart from the many small ones. */
export const RARE_LOSS_MUTANTS: readonly Mutant[] = [
  {
    what: "the ways with a rare loss cost nothing",
    file: FILE,
    from: "mass: untilted(tilted).mass }, rare], step);",
    to: "mass: untilted(tilted).mass }], step);",
    tests: RARE_LOSSES,
  },
  {
    what: "at most one loss is rare",
    file: FILE,
    from: "powers.multiply(spectrumOf(usualMass), spectrumOf(rareMass), times);",
    to: "powers.multiply(spectrumOf(usualMass), spectrumOf(rareMass), 1);",
    tests: RARE_LOSSES,
  },
  {
    what: "the rounding of the ways with a rare loss is forgotten",
    file: FILE,
    from: "rounding: (ofUsual * size + ofRare * (1 + size)) * growth,",
    to: "rounding: 0,",
    tests: RARE_LOSSES,
  },
  {
    what: "masses whose squares are no doubles are composed apart",
    file: FILE,
    from: "size >= 1e-100",
    to: "size >= 0",
    tests: RARE_LOSSES,
  },
  {
    what: "angles of many parts add up without rounding",
    file: "src/pld/compose/polar-error.ts",
    from: "(8 + 2 * (factors - 1))",
    to: "8",
    tests: RARE_LOSSES,
  },
  {
    what: "what is added to a factor is taken as small where it is not",
    file: "src/pld/compose/power-difference.ts",
    from: "const radius = Math.exp(logs[i]!);",
    to: "const radius = 0;",
    tests: DIFFERENCES,
  },
  {
    what: "infinite losses of many rounds leave the doubles",
    file: "src/pld/compose/query-pmf.ts",
    from: "excess > 1 ?",
    to: "excess > 1e300 ?",
    tests: ["src/pld/rare-losses.test.ts"],
  },
  {
    what: "a lower end forgets the error of delta",
    file: "src/pld/compose/query-pmf.ts",
    from: "const certified = target + point.error;",
    to: "const certified = target;",
    tests: RARE_LOSSES,
  },
  {
    what: "deltas at 0 of repeated rounds count once",
    file: "src/pld/certify/composed-bounds.ts",
    from: "total + times * querySingle(pmf, atZero,",
    to: "total + querySingle(pmf, atZero,",
    tests: ["src/pld/total-variation-bound.test.ts", "src/pld/composed-gaussian.test.ts"],
  },
];
