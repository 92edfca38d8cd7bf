/**
 * The law of a weighted sum of two likelihood ratios in bins of the logarithm, and laws above and below it.
 */
import { allocateCells } from "../../../../pld/discretize/allocate-cells.js";
import { logMoments, type RatioPmf } from "./ratio-pmf.js";

/** Masses in the bins [node[k], node[k + 1]), the last one open to infinity. */
export interface BinnedRatioPmf extends Omit<RatioPmf, "value"> {
  /** Bin starts, less the origin. */
  readonly node: Float64Array;
  /** Sum of mass times distance from the bin's start. */
  readonly moment: Float64Array;
}

/** Widths of the bins in the logarithm. */
export interface LogSpacing {
  /** In standard deviations of the law's logarithm. */
  readonly relativeStep: number;
  readonly maxLogSpacing: number;
}

/**
 * The spacing in the logarithm: even about the centre, then growing with the distance, faster in the far tail
 * of rare large values, whose own scale is a share of their distance; never above `maxLogSpacing`.
 */
function spacingAt(distance: number, stdDev: number, { relativeStep, maxLogSpacing }: LogSpacing): number {
  // The spacing is even within five standard deviations, and the tail is far beyond ten.
  const growing = Math.max(stdDev, distance / 5, 0.4 * (distance - 10 * stdDev));
  return Math.min(maxLogSpacing, relativeStep * growing);
}

/**
 * Bin ends for share * one + (1 - share) * other, in values less the origin of `one`: zero, then points even
 * in the logarithm.
 */
export function binNodes(one: RatioPmf, other: RatioPmf, share: number, spacing: LogSpacing): Float64Array {
  const { origin } = one;
  const spread = logMoments(one);
  const stdDev = Math.hypot(
    share * spread.stdDev,
    (1 - share) * Math.min(logMoments(other).stdDev, spread.stdDev),
  );
  const lowest = Math.log(share * smallest(one) + (1 - share) * smallest(other));
  const highest = Math.log(share * largest(one) + (1 - share) * largest(other));
  const below = distances(spread.mean - lowest, stdDev, spacing);
  const above = distances(highest - spread.mean, stdDev, spacing);
  const value = origin === 1 ? Math.expm1 : Math.exp;
  const node = new Float64Array(below.length + above.length + 2);
  const centre = below.length + 1;
  node[0] = -origin;
  node[centre] = value(spread.mean);
  for (let k = 0; k < below.length; k++) node[centre - 1 - k] = value(spread.mean - below[k]!);
  for (let k = 0; k < above.length; k++) node[centre + 1 + k] = value(spread.mean + above[k]!);
  return node;
}

/** Rising distances from the centre, the last one at or beyond `reach`. */
function distances(reach: number, stdDev: number, spacing: LogSpacing): number[] {
  const found: number[] = [];
  for (let distance = 0; distance < reach; ) {
    const next = distance + spacingAt(distance, stdDev, spacing);
    if (!(next > distance)) allocateCells(Infinity); // a law without width has no bins
    distance = next;
    found.push(distance);
  }
  return found;
}

function smallest({ origin, value }: RatioPmf): number {
  return origin + (value[0]! + origin > 0 ? value[0]! : value[1]!);
}

function largest({ origin, value }: RatioPmf): number {
  return origin + value.at(-1)!;
}

/**
 * The law of share * one + (1 - share) * other, independent, in bins; every pair of points is visited once.
 */
export function binsOfSum(one: RatioPmf, other: RatioPmf, share: number, node: Float64Array): BinnedRatioPmf {
  const mass = new Float64Array(node.length);
  const moment = new Float64Array(node.length);
  const left = scaled(one.value, 0, share);
  const right = scaled(other.value, other.origin - one.origin, 1 - share);
  const bins = { mass, moment, start: node, end: ended(node) };
  const points = { at: right, mass: other.mass };
  const twins = one === other;
  let first = 0;
  for (let i = 0; i < left.length; i++) {
    while (left[i]! + right[0]! >= bins.end[first]!) first++;
    const at = left[i]!;
    const weight = one.mass[i]!;
    // Of twins each pair counts twice, and is visited from its larger point: the smaller ones then share
    // bins.
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
  const infinityMass = share * one.infinityMass + (1 - share) * other.infinityMass;
  return { origin: one.origin, node, mass, moment, infinityMass };
}

function scaled(values: Float64Array, shift: number, factor: number): Float64Array {
  const out = new Float64Array(values.length);
  for (let i = 0; i < out.length; i++) out[i] = factor * (values[i]! + shift);
  return out;
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

/**
 * Adds one point of the left law against points of the right law, whose sums rise; the bin of the last of
 * these, from `first` on.
 */
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

/**
 * Above in convex order: every bin's mass split onto its ends, mean kept; the open bin's upper end is at
 * infinity.
 */
export function pessimisticOf({ origin, node, mass, moment, infinityMass }: BinnedRatioPmf): RatioPmf {
  const last = node.length - 1;
  const split = Float64Array.from(mass);
  for (let k = 0; k < last; k++) {
    const up = Math.min(mass[k]!, moment[k]! / (node[k + 1]! - node[k]!));
    split[k]! -= up;
    split[k + 1]! += up;
  }
  return { origin, value: node, mass: split, infinityMass: infinityMass + moment[last]! };
}

/** Below in convex order: every bin's mass at its mean. */
export function optimisticOf({ origin, node, mass, moment, infinityMass }: BinnedRatioPmf): RatioPmf {
  const value = new Float64Array(node.length);
  const occupied = new Float64Array(node.length);
  let points = 0;
  for (let k = 0; k < node.length; k++) {
    if (!(mass[k]! > 0)) continue;
    value[points] = node[k]! + moment[k]! / mass[k]!;
    occupied[points++] = mass[k]!;
  }
  return { origin, value: value.subarray(0, points), mass: occupied.subarray(0, points), infinityMass };
}

/**
 * The same bins with the outermost ones merged, as long as they hold negligible mass: of Q on the left, of P
 * on the right.
 */
export function trimmed(
  { origin, node, mass, moment, infinityMass }: BinnedRatioPmf,
  negligibleMass: number,
): BinnedRatioPmf {
  const massP = (k: number) => mass[k]! * (origin + node[k]!) + moment[k]!;
  let from = 1;
  for (let tail = mass[0]!; from < node.length - 2 && tail + mass[from]! < negligibleMass; from++)
    tail += mass[from]!;
  let to = node.length;
  for (let tail = 0; to > from + 2 && tail + massP(to - 1) < negligibleMass; to--) tail += massP(to - 1);
  // Everything before bin `from` goes into bin 0, everything from bin `to - 1` on into the last one.
  const bins = to - from + 1;
  const kept = { node: new Float64Array(bins), mass: new Float64Array(bins), moment: new Float64Array(bins) };
  kept.node[0] = node[0]!;
  kept.node.set(node.subarray(from, to), 1);
  for (let k = 0; k < node.length; k++) {
    const bin = k < from ? 0 : Math.min(k - from + 1, bins - 1);
    kept.mass[bin]! += mass[k]!;
    kept.moment[bin]! += moment[k]! + mass[k]! * (node[k]! - kept.node[bin]!);
  }
  return { origin, ...kept, infinityMass };
}
