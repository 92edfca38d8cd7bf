import { type Binomial, binomialMasses } from "./binomial-masses.js";
import { rangeSum } from "./range-sum.js";

/** Counts standing for themselves and their neighbours, rising, with their masses. */
export interface CountBlocks {
  readonly counts: Float64Array;
  readonly masses: Float64Array;
}

/** A binomial law but for a negligible mass on either side, in blocks that stand at their smallest count, or at their largest. */
export function countBlocks(
  law: Binomial,
  negligible: number,
  { width, round }: { readonly width: number; readonly round: "down" | "up" },
): CountBlocks {
  const { first, mass } = binomialMasses(law, negligible);
  const size = Math.floor((mass.length - 1) / width) + 1;
  const masses = new Float64Array(size);
  const counts = new Float64Array(size);
  for (let block = 0; block < size; block++) {
    const start = block * width;
    const end = Math.min(mass.length, start + width);
    masses[block] = rangeSum(mass, start, end);
    counts[block] = first + (round === "down" ? start : end - 1);
  }
  return { counts, masses };
}
