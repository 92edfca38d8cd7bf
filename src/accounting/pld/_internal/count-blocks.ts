import { binomialWindow } from "./binomial-window.js";
import { type Binomial, eachBinomial } from "./each-binomial.js";

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
  const { from, to } = binomialWindow(law.trials, law.probability, negligible);
  const size = Math.floor((to - from) / width) + 1;
  const masses = new Float64Array(size);
  const perWidth = 1 / width;
  eachBinomial(law, negligible, (count, mass) => {
    masses[Math.floor((count - from + 0.5) * perWidth)]! += mass;
  });
  const counts = masses.map((_, i) =>
    round === "down" ? from + i * width : Math.min(to, from + (i + 1) * width - 1),
  );
  return { counts, masses };
}
