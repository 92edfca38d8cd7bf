import { ROUNDING, roundedUp } from "../../../numerics/rounding.js";
import { excessAbove, type Neighbours, varianceOf } from "./neighbours.js";

/**
 * Points at which xi is cut, in standard deviations. Valid at any: half or twice as many change no figure of
 * one or more rounds.
 */
const CUTS = Array.from({ length: 14 }, (_, i) => 4 * 2 ** i);
/**
 * The share of the gap 1 - x below zero that is left to the cut copies; a single large copy must make up for
 * the others. Valid at any: one, or twice as many, change no figure of one or more rounds.
 */
const SHARES = [1, 0.7, 0.45];

/**
 * An upper bound of E[((xi_1 + ... + xi_m) / m)_+] in closed form. xi is the sum of xi cut at b and of its
 * excess e over b, and for every c
 *
 *     E(sum xi)_+ <= E(sum min(xi, b) + c)_+ + E(sum e - c)_+
 *
 * The first is bounded by Bennett's inequality for the moment generating function and (z)_+ <= e^(theta z -
 * 1) / theta, the second by m E(e - c)_+ + m (m - 1) P(xi > b) E e: one large copy, or more than one. For m =
 * 0: H(x), no shuffle.
 */
export function bennettBound(neighbours: Neighbours, x: number): (copies: number) => number {
  const unshuffled = excessAbove(neighbours, x, 0);
  const variance = varianceOf(neighbours, x);
  const gap = x - 1;
  const deviation = Math.sqrt(variance);
  const cuts = CUTS.map((reach) => {
    const cut = reach * deviation;
    const excess = excessAbove(neighbours, x, cut);
    // A convex function's slope is at least that of a chord before.
    const tailMass = Math.max(0, (excessAbove(neighbours, x, 0.75 * cut) - excess) / (0.25 * cut));
    return { cut, excess, tailMass };
  });
  return (copies) => {
    if (copies === 0) return unshuffled;
    let least = variance / copies / (Math.hypot(deviation / Math.sqrt(copies), gap) + gap) / 2;
    for (const { cut, excess, tailMass } of cuts) {
      for (const share of SHARES) {
        const rest = bennett(cut + gap, variance, share * gap, copies);
        if (rest >= least) continue;
        const large =
          share === 1
            ? excess
            : excessAbove(neighbours, x, cut + (1 - share) * gap * copies) + (copies - 1) * tailMass * excess;
        least = Math.min(least, rest + large);
      }
    }
    return roundedUp(least, ROUNDING.largePower);
  };
}

/** For copies of mean at most 0, at most `range`: E(mean of the copies - gap)_+. */
function bennett(range: number, variance: number, gap: number, copies: number): number {
  const u = (range * gap) / variance;
  const theta = Math.log1p(u) / range;
  const exponent = (-copies * variance * bennettRate(u)) / (range * range);
  return Math.exp(exponent - 1) / (theta * copies);
}

/** (1 + u) log(1 + u) - u, from below; the first terms of its alternating series where it would cancel. */
function bennettRate(u: number): number {
  return u < 1e-3 ? u * u * (1 / 2 - u / 6) : (1 + u) * Math.log1p(u) - u;
}
