import { logBinomialMass } from "../../../numerics/log-binomial-mass.js";
import type { RatioNodes } from "./ratio-nodes.js";

/** A number of fair-coin answers, the changed user's among them, and the log of its probability or of a bound of it. */
export interface Answers {
  readonly count: number;
  readonly logMass: number;
}

const FAIR = { probability: 0.5, complement: 0.5 };
/** Nodes per standard deviation: splitting a cell onto its ends adds 1 / (6 * 24^2) of the variance. */
const RESOLUTION = 24;
/** Wider gaps between grid points are not summed value by value. */
const WIDE = 64;
/** Beyond it, on either side, there are only shells. */
const BULK_DEVIATIONS = 8.5;

/**
 * The clones pair given C = count - 1, in nodes: with a of the answers "0", the ratio of P to Q is (e^eps a + b) / (a + e^eps b), b = count - a.
 *
 * Q puts 2 (a + e^eps b) / ((e^eps + 1) count) Bin(count, 1/2)(a) on a. The bulk is split onto a grid with means kept, which raises every
 * convex function of the ratio; what lies beyond is put further out, with the mass of Hoeffding's inequality.
 */
export function answerNodes({ count, logMass }: Answers, localEpsilon: number, maxOrder: number): RatioNodes {
  const half = count / 2;
  const deviation = Math.sqrt(count) / 2;
  const tilt = (Math.tanh(localEpsilon / 2) * maxOrder) / deviation;
  const first = Math.max(0, Math.floor(half - BULK_DEVIATIONS * deviation));
  const last = Math.min(count, Math.ceil(half + (BULK_DEVIATIONS + 2 * tilt) * deviation));
  const grid = gridPoints(first, last, Math.max(1, Math.floor(deviation / RESOLUTION)));
  const zeros = [...grid];
  const logs = grid.map(
    (a, i) => logBinomialMass(a, count, FAIR) + logShare(count, a, grid[i - 1], grid[i + 1]),
  );
  const addTail = (a: number, distance: number): void => {
    zeros.push(a);
    logs.push((-2 * distance * distance) / count);
  };
  if (first > 0) addTail(0, half - first);
  for (let from = last; from < count; ) {
    const to = Math.min(count, Math.max(from + 1, Math.ceil(half + (from - half) * (1 + 2 / (2 + tilt)))));
    addTail(to, from - half);
    from = to;
  }
  const rest = Math.exp(-localEpsilon);
  const opposed = (a: number): number => a * rest + (count - a);
  return {
    logMasses: Float64Array.from(zeros, (a, i) => {
      return logMass + logs[i]! + Math.log((2 * opposed(a)) / ((1 + rest) * count));
    }),
    excesses: Float64Array.from(zeros, (a) => (-Math.expm1(-localEpsilon) * (2 * a - count)) / opposed(a)),
  };
}

function gridPoints(first: number, last: number, spacing: number): number[] {
  const points = Array.from({ length: Math.ceil((last - first) / spacing) }, (_, i) => first + i * spacing);
  return [...points, last];
}

/** log of what a grid point gets, in units of its own mass: itself, and its part of the values up to its neighbours. */
function logShare(count: number, a: number, below: number | undefined, above: number | undefined): number {
  const upwards = above === undefined ? 0 : splitShare(above - a, (i) => (count - a - i + 1) / (a + i));
  const downwards = below === undefined ? 0 : splitShare(a - below, (i) => (a - i + 1) / (count - a + i));
  return Math.log(1 + upwards + downwards);
}

/**
 * The sum over 0 < i < gap of mass_i (1 - i / gap), where mass_0 = 1 and ratio(i) = mass_i / mass_(i-1) falls; over a wide gap the first
 * ratio stands in for all, which is more.
 */
function splitShare(gap: number, ratio: (i: number) => number): number {
  if (gap > WIDE) return geometricShare(gap, Math.log(ratio(1)));
  let share = 0;
  for (let i = 1, mass = ratio(1); i < gap; mass *= ratio(++i)) share += mass * (1 - i / gap);
  return share;
}

/** The sum over 0 < i < gap of e^(i slope) (1 - i / gap), or a little more where the slope all but vanishes. */
function geometricShare(gap: number, slope: number): number {
  const total = gap * slope;
  if (Math.abs(total) < 1e-4) return ((gap - 1) / 2) * Math.exp(Math.max(0, total));
  const fall = -Math.expm1(slope);
  return (1 + (Math.exp(slope) * Math.expm1(total)) / (gap * fall)) / fall - 1;
}
