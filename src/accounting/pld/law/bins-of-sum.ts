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
  const bins = { mass, moment, start: node, end: ended(node) };
  const points = { at: right, mass: other.mass };
  const twins = one === other;
  let first = 0;
  for (let i = 0; i < left.length; i++) {
    while (left[i]! + right[0]! >= bins.end[first]!) first++;
    const [at, weight] = [left[i]!, one.mass[i]!];
    // Of twins each pair counts twice, and is met from its larger point: the smaller ones then share bins.
    const last = addRow(
      bins,
      first,
      { at, weight: twins ? 2 * weight : weight },
      points,
      0,
      twins ? i : right.length,
    );
    if (twins) addRow(bins, last, { at, weight }, points, i, i + 1);
  }
  const infinite = share * one.infinite + (1 - share) * other.infinite;
  return { origin: one.origin, node, mass, moment, infinite };
}

interface OpenBins {
  readonly mass: Float64Array;
  readonly moment: Float64Array;
  readonly start: Float64Array;
  readonly end: Float64Array;
}

function ended(node: Float64Array): Float64Array {
  const end = new Float64Array(node.length).fill(Infinity);
  end.set(node.subarray(1));
  return end;
}

/** Adds one point of the left law against points of the right law, whose sums rise; the bin of the last of these, from `first` on. */
function addRow(
  { mass, moment, start, end }: OpenBins,
  first: number,
  left: { readonly at: number; readonly weight: number },
  right: { readonly at: Float64Array; readonly mass: Float64Array },
  from: number,
  to: number,
): number {
  let bin = first;
  let binStart = start[bin]!;
  let binEnd = end[bin]!;
  let binMass = 0;
  let binMoment = 0;
  for (let j = from; j < to; j++) {
    const at = left.at + right.at[j]!;
    if (at >= binEnd) {
      mass[bin]! += binMass;
      moment[bin]! += binMoment;
      while (at >= end[bin]!) bin++;
      binStart = start[bin]!;
      binEnd = end[bin]!;
      binMass = 0;
      binMoment = 0;
    }
    const term = left.weight * right.mass[j]!;
    binMass += term;
    binMoment += term * (at - binStart);
  }
  mass[bin]! += binMass;
  moment[bin]! += binMoment;
  return bin;
}
