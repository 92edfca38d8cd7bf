import type { RatioLaw } from "./ratio-law.js";

/** Masses in the bins [node[k], node[k + 1]), the last one open to infinity. */
export interface Bins {
  readonly origin: 0 | 1;
  readonly node: Float64Array;
  readonly mass: Float64Array;
  /** Sum of mass times distance from the bin's start. */
  readonly moment: Float64Array;
  readonly infinite: number;
}

/** The law of share * one + (1 - share) * other, independent, in bins; every pair of points is visited once. */
export function binsOfSum(one: RatioLaw, other: RatioLaw, share: number, node: Float64Array): Bins {
  const mass = new Float64Array(node.length);
  const moment = new Float64Array(node.length);
  const left = one.value.map((value) => share * value);
  const offset = other.origin - one.origin;
  const right = other.value.map((value) => (1 - share) * (value + offset));
  const twins = one === other;
  let start = 0;
  for (let i = 0; i < left.length; i++) {
    const first = twins ? i : 0;
    while (start + 1 < node.length && left[i]! + right[first]! >= node[start + 1]!) start++;
    if (twins)
      addPoint(mass, moment, { bin: start, node, at: left[i]! + right[i]!, weight: one.mass[i]! ** 2 });
    addRow(
      { mass, moment, node },
      start,
      left[i]!,
      right,
      other.mass,
      twins ? i + 1 : 0,
      one.mass[i]! * (twins ? 2 : 1),
    );
  }
  const infinite = share * one.infinite + (1 - share) * other.infinite;
  return { origin: one.origin, node, mass, moment, infinite };
}

function addPoint(
  mass: Float64Array,
  moment: Float64Array,
  { bin, node, at, weight }: { bin: number; node: Float64Array; at: number; weight: number },
): void {
  mass[bin]! += weight;
  moment[bin]! += weight * Math.max(0, at - node[bin]!);
}

/** Adds one point of the left law against the points from `first` on of the right law, whose sums rise. */
function addRow(
  { mass, moment, node }: Pick<Bins, "mass" | "moment" | "node">,
  start: number,
  left: number,
  right: Float64Array,
  rightMass: Float64Array,
  first: number,
  weight: number,
): void {
  const last = node.length - 1;
  let bin = start;
  let end = bin < last ? node[bin + 1]! : Infinity;
  for (let j = first; j < right.length; j++) {
    const at = left + right[j]!;
    while (at >= end) {
      bin++;
      end = bin < last ? node[bin + 1]! : Infinity;
    }
    const term = weight * rightMass[j]!;
    mass[bin]! += term;
    moment[bin]! += term * (at - node[bin]!);
  }
}
