import type { Bins } from "./bins-of-sum.js";
import type { RatioLaw } from "./ratio-law.js";

/** Upper in convex order: every bin's mass split onto its ends, mean kept; the open bin's upper end is at infinity. */
export function upperOf({ origin, node, mass, moment, infinite }: Bins): RatioLaw {
  const last = node.length - 1;
  const raised = Float64Array.from(mass);
  for (let k = 0; k < last; k++) {
    const up = Math.min(mass[k]!, moment[k]! / (node[k + 1]! - node[k]!));
    raised[k]! -= up;
    raised[k + 1]! += up;
  }
  return { origin, value: node, mass: raised, infinite: infinite + moment[last]! };
}

/** Lower in convex order: every bin's mass at its mean. */
export function lowerOf({ origin, node, mass, moment, infinite }: Bins): RatioLaw {
  const heavy = (_: number, k: number) => mass[k]! > 0;
  return {
    origin,
    value: node.map((start, k) => start + moment[k]! / mass[k]!).filter(heavy),
    mass: mass.filter(heavy),
    infinite,
  };
}

/** The same bins with the outermost ones merged, as long as they hold negligible mass: of Q on the left, of P on the right. */
export function trimmed({ origin, node, mass, moment, infinite }: Bins, negligible: number): Bins {
  const massP = (k: number) => mass[k]! * (origin + node[k]!) + moment[k]!;
  let from = 1;
  for (let tail = mass[0]!; from < node.length - 2 && tail + mass[from]! < negligible; from++)
    tail += mass[from]!;
  let to = node.length;
  for (let tail = 0; to > from + 2 && tail + massP(to - 1) < negligible; to--) tail += massP(to - 1);
  // Everything before bin `from` goes into bin 0, everything from bin `to - 1` on into the last one.
  const kept = [0, ...range(from, to)];
  return {
    origin,
    node: Float64Array.from(kept, (k) => node[k]!),
    ...mergedBins({ node, mass, moment }, kept),
    infinite,
  };
}

function mergedBins(
  { node, mass, moment }: Pick<Bins, "node" | "mass" | "moment">,
  kept: readonly number[],
): Pick<Bins, "mass" | "moment"> {
  const mergedMass = new Float64Array(kept.length);
  const mergedMoment = new Float64Array(kept.length);
  let bin = 0;
  for (let k = 0; k < node.length; k++) {
    if (bin + 1 < kept.length && k >= kept[bin + 1]!) bin++;
    mergedMass[bin]! += mass[k]!;
    mergedMoment[bin]! += moment[k]! + mass[k]! * (node[k]! - node[kept[bin]!]!);
  }
  return { mass: mergedMass, moment: mergedMoment };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}
