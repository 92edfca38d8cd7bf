import { balanced } from "./balanced.js";
import { binsOfSum } from "./bins-of-sum.js";
import { latticeMeanOf } from "./lattice-mean.js";
import type { GrowingMean, SideGrid } from "./mean-grid.js";
import { nodesFor } from "./nodes-for.js";
import type { RatioLaw } from "./ratio-law.js";
import { recentred } from "./recentred.js";
import { lowerOf, trimmed, upperOf } from "./sides-of-bins.js";

/** Bins against cells: a sum loses more variance in bins than on a lattice of the same width. */
const BIN_TO_CELL = 0.7;

/** Bins change from pair to pair, which no processor foresees. */
const WORK_PER_PAIR = 3;

/** A mean in bins of the logarithm, which suit broad laws; it goes on on a lattice as soon as that suits it. */
export function binnedMean(law: RatioLaw, copies: number, grid: SideGrid): GrowingMean {
  const grown = (other: RatioLaw, more: number) => {
    const sum = weightedSum(law, other, copies / (copies + more), grid);
    return binnedMean(sum, copies + more, grid);
  };
  return (
    latticeMeanOf(law, copies, grid) ?? {
      copies,
      doubled: () => grown(law, copies),
      withOneMore: (single) => grown(single, 1),
      law: () => recentred(law),
    }
  );
}

function weightedSum(
  one: RatioLaw,
  other: RatioLaw,
  share: number,
  { fineness, largestSpacing, negligible, side, onWork }: SideGrid,
): RatioLaw {
  onWork?.((WORK_PER_PAIR * one.value.length * other.value.length) / (one === other ? 2 : 1));
  const nodes = nodesFor(one, other, share, { fineness: BIN_TO_CELL * fineness, largest: largestSpacing });
  const bins = trimmed(binsOfSum(one, other, share, nodes), negligible);
  return recentred(balanced(side === "upper" ? upperOf(bins) : lowerOf(bins)));
}
