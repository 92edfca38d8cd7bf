import { FAIR_COIN } from "../../../../numerics/fair-coin.js";
import { logBinomialMass } from "../../../../numerics/log-binomial-mass.js";
import type { RatioNodes } from "./log-moments.js";

/**
 * A number of coins, the changed user's report among them, and the logarithm of its probability or of a bound
 * of it.
 */
export interface CoinCount {
  readonly count: number;
  readonly logMass: number;
}

/** The moments that the nodes must resolve. */
export interface Moment {
  readonly localEpsilon: number;
  readonly maxOrder: number;
  /** Approximate log-moment of that order. */
  readonly logMoment: number;
}

/**
 * Orders with larger log-moments are of no use to any delta in doubles. Valid at any value: half as much
 * raises an epsilon by up to 0.5 %, twice as much changes none.
 */
export const MAX_LOG_MOMENT = 1000;
/**
 * Nodes per standard deviation: pessimistic rounding adds 1 / (6 * 24^2) of the variance. Valid at any two:
 * half the usual ones raise an epsilon by up to 7e-4 of itself, twice as many lower it by up to 2e-4; half
 * or twice the coarse ones change none.
 */
const RESOLUTION = { usual: 24, coarse: 4 };
/**
 * Beyond it, on either side of where the moments concentrate, tails are put into shells. Valid at any value:
 * half or twice as much moves an epsilon by up to 4e-4 of itself.
 */
const BULK_DEVIATIONS = 8.5;
/**
 * Shells are widened as long as their share of the moment stays below exp of minus this. Valid at any value,
 * as shells are bounds: half or twice as much moves an epsilon by at most 1.3e-5 of itself.
 */
export const NEGLIGIBLE = 25;

/**
 * The clones pair given C = count - 1 as nodes: with a zeros among the coins, the ratio of P to Q is (e^eps a
 * + b) / (a + e^eps b), b = count - a.
 *
 * Q puts 2 (a + e^eps b) / ((e^eps + 1) count) Bin(count, 1/2)(a) on a. The bulk is rounded pessimistically
 * in convex order: split onto a grid, means kept. Each tail is cut into shells at their worst point, with
 * Chernoff's bound as mass.
 */
export function clonesRatioNodes(
  { count, logMass }: CoinCount,
  { localEpsilon, maxOrder, logMoment }: Moment,
): RatioNodes {
  const half = count / 2;
  const deviation = Math.sqrt(count) / 2;
  const contrast = Math.tanh(localEpsilon / 2);
  const tilt = (contrast * maxOrder) / deviation;
  const steepening = 1 + Math.min(1, (2 * tilt * tilt) / count); // the ratio's logarithm is convex in a
  const first = Math.max(0, Math.floor(half - BULK_DEVIATIONS * deviation));
  // Moments that concentrate further out are too large to be of use.
  const peak = Math.min(64, steepening * tilt);
  const last = Math.min(count, Math.ceil(half + (BULK_DEVIATIONS + peak) * deviation));
  const resolution = logMoment > MAX_LOG_MOMENT ? RESOLUTION.coarse : RESOLUTION.usual;
  const grid = gridPoints(first, last, Math.max(1, Math.floor(deviation / resolution)));
  const logs = grid.map(
    (a, i) => logBinomialMass(a, count, FAIR_COIN) + logShare(count, a, grid[i - 1], grid[i + 1]),
  );
  const shells = upperShells(count, last, {
    contrast,
    maxOrder,
    logMoment: Math.min(logMoment, (tilt * tilt) / 2), // lower orders do not reach the largest ratios
  });
  if (first > 0) shells.push({ zeros: 0, logMass: logTailBound(count, 1 - first / half) });
  const zeros = concatenated(
    grid,
    shells.map((shell) => shell.zeros),
  );
  const fairLogs = concatenated(
    logs,
    shells.map((shell) => shell.logMass),
  );
  const rest = Math.exp(-localEpsilon);
  const opposed = (a: number): number => a * rest + (count - a);
  return {
    logMasses: zeros.map((a, i) => {
      return logMass + fairLogs[i]! + Math.log((2 * opposed(a)) / ((1 + rest) * count));
    }),
    excesses: zeros.map((a) => (-Math.expm1(-localEpsilon) * (2 * a - count)) / opposed(a)),
  };
}

interface Shell {
  readonly zeros: number;
  readonly logMass: number;
}

/** Covers more than `start` zeros by shells, each at its upper end. */
function upperShells(
  count: number,
  start: number,
  moment: { readonly contrast: number; readonly maxOrder: number; readonly logMoment: number },
): Shell[] {
  const { contrast, maxOrder, logMoment } = moment;
  const shells: Shell[] = [];
  for (let from = start; from < count; from = shells.at(-1)!.zeros) {
    const share = (2 * from) / count - 1;
    const logMass = logTailBound(count, share);
    const logRatio = 2 * Math.atanh(contrast * share);
    const slack = Math.max(0, logMoment - NEGLIGIBLE - logMass - maxOrder * logRatio);
    const end = Math.tanh(logRatio / 2 + (1 + logMoment / 1000 + slack / 4) / maxOrder) / contrast;
    const zeros = Math.min(count, Math.max(from + 1, Math.ceil((count / 2) * (1 + end))));
    shells.push({ zeros, logMass });
  }
  return shells;
}

function concatenated(head: Float64Array, tail: readonly number[]): Float64Array {
  const all = new Float64Array(head.length + tail.length);
  all.set(head);
  all.set(tail, head.length);
  return all;
}

/** log of Chernoff's bound of P(Bin(count, 1/2) >= (1 + share) count / 2). */
function logTailBound(count: number, share: number): number {
  return (-count / 2) * ((1 + share) * Math.log1p(share) + (1 - share) * Math.log1p(-share));
}

function gridPoints(first: number, last: number, spacing: number): Float64Array {
  const points = new Float64Array(Math.ceil((last - first) / spacing) + 1);
  return points.map((_, i) => Math.min(last, first + i * spacing));
}

/**
 * log of the mass that a grid point receives, in units of its own: itself, and its share of the values up to
 * its neighbours.
 */
function logShare(count: number, a: number, below: number | undefined, above: number | undefined): number {
  const upwards = above === undefined ? 0 : splitShare(above - a, count - a, a);
  const downwards = below === undefined ? 0 : splitShare(a - below, a, count - a);
  return Math.log(1 + upwards + downwards);
}

/**
 * The sum over 0 < i < gap of mass_i (1 - i / gap), where mass_0 = 1 and mass_i / mass_(i-1) = (from - i + 1)
 * / (to + i) falls; over a wide gap the first ratio replaces all, which is an upper bound.
 */
function splitShare(gap: number, from: number, to: number): number {
  // Wider gaps between grid points are summed as geometric series.
  if (gap > 16) return geometricShare(gap, Math.log(from / (to + 1)));
  let share = 0;
  for (let i = 1, mass = 1; i < gap; i++) {
    mass *= (from - i + 1) / (to + i);
    share += mass * (1 - i / gap);
  }
  return share;
}

/**
 * The sum over 0 < i < gap of e^(i slope) (1 - i / gap), or slightly more where the slope nearly vanishes.
 */
function geometricShare(gap: number, slope: number): number {
  const total = gap * slope;
  if (Math.abs(total) < 1e-4) return ((gap - 1) / 2) * Math.exp(Math.max(0, total));
  const fall = -Math.expm1(slope);
  return (1 + (Math.exp(slope) * Math.expm1(total)) / (gap * fall)) / fall - 1;
}
