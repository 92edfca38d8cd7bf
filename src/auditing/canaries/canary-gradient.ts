import { checkSource } from "../../random/check-source.js";
import { fillNormals, type RandomSource } from "../../random/index.js";
import { checkNumber, checkOneOf, checkOptions, RANGES } from "../../validate.js";

/** Gradients to audit with: a single entry, all entries alike, or a direction drawn at random. */
export const CANARY_KINDS = ["dirac", "equal", "random"] as const;

/** A kind of gradient, by name. */
export type CanaryKind = (typeof CANARY_KINDS)[number];

/** What a canary's gradient is to be. */
export interface CanaryOptions {
  /** d, entries. */
  readonly dimension: number;
  /** l2 norm. */
  readonly norm: number;
  /** Of the direction, where it is drawn. */
  readonly source?: RandomSource;
}

/**
 * The gradient of a canary: a vector of a given norm, as an adversary may craft a record that has it.
 *
 * `dirac`: all of it in the first entry, the change that permutations hide best; `equal`: norm/√d in each,
 * the change that no permutation moves; `random`: uniform on the sphere.
 *
 * @param options.dimension d, an integer >= 1
 * @param options.norm l2 norm, (0, ∞): the clip bound, for a record that changes a sum as much as one may;
 *   right to a few units in the last place
 * @param options.source needed for `random` alone
 * @throws DpError BAD_INPUT an unknown kind, or no source for `random`; OUT_OF_RANGE dimension or norm
 * @example
 * [...canaryGradient("equal", { dimension: 4, norm: 3 })]; // [1.5, 1.5, 1.5, 1.5]
 * @see Nasr et al., "Tight Auditing of Differentially Private Machine Learning", USENIX Security 2023;
 *   docs/theorems/weight-shuffle.md
 */
export function canaryGradient(kind: CanaryKind, options: CanaryOptions): Float64Array {
  checkOneOf("canaryGradient: kind", kind, CANARY_KINDS);
  const { source } = checkOptions("canaryGradient", options);
  const dimension = checkNumber("canaryGradient: dimension", options.dimension, RANGES.positiveInteger);
  const norm = checkNumber("canaryGradient: norm", options.norm, RANGES.positive);
  const gradient = new Float64Array(dimension);
  switch (kind) {
    case "dirac":
      gradient[0] = norm;
      return gradient;
    case "equal":
      return gradient.fill(norm / Math.sqrt(dimension));
    case "random": {
      fillNormals(checkSource("canaryGradient: source", source!), gradient, 1);
      const length = Math.sqrt(gradient.reduce((sum, entry) => sum + entry * entry, 0));
      return gradient.map((entry) => entry * (norm / length));
    }
  }
}
