import type { RandomSource } from "../../random/index.js";

/** Unit vectors for many canaries of one run. */
export interface CanaryDirections {
  /** Adds a multiple of the i-th one to a vector, for each i. */
  addTo(vector: Float64Array, factorOf: (index: number) => number): void;
  /** Its inner products with all of them. */
  project(vector: Float64Array): Float64Array;
}

/**
 * The kinds of canaries of which there can be many at once: entries of their own, or signs drawn at random,
 * which are nearly orthogonal.
 */
export const MANY_CANARIES = ["dirac", "random"] as const;

/** A kind of many canaries, by name. */
export type ManyCanaries = (typeof MANY_CANARIES)[number];

/** Directions of `count` canaries, no more than there are entries if each has its own. */
export function canaryDirections(
  kind: ManyCanaries,
  {
    count,
    dimension,
    source,
  }: { readonly count: number; readonly dimension: number; readonly source: RandomSource },
): CanaryDirections {
  return kind === "dirac" ? ownEntries(count) : randomSigns(count, dimension, source);
}

function ownEntries(count: number): CanaryDirections {
  return {
    addTo: (vector, factorOf) => {
      for (let index = 0; index < count; index++) vector[index]! += factorOf(index);
    },
    project: (vector) => vector.slice(0, count),
  };
}

/** Entries are ±1/√d; their signs are bits that are kept. */
function randomSigns(count: number, dimension: number, source: RandomSource): CanaryDirections {
  const words = Math.ceil(dimension / 32);
  const signs = new Uint32Array(count * words);
  source.fill(signs);
  const length = Math.sqrt(dimension);
  return {
    addTo: (vector, factorOf) => {
      for (let index = 0; index < count; index++) {
        const factor = factorOf(index) / length;
        if (factor === 0) continue;
        for (let i = 0; i < dimension; i++) vector[i]! += isNegative(index, i) ? -factor : factor;
      }
    },
    project: (vector) =>
      Float64Array.from({ length: count }, (_, index) => {
        let sum = 0;
        for (let i = 0; i < dimension; i++) sum += isNegative(index, i) ? -vector[i]! : vector[i]!;
        return sum / length;
      }),
  };

  function isNegative(index: number, i: number): boolean {
    return ((signs[index * words + (i >>> 5)]! >>> (i & 31)) & 1) === 1;
  }
}
