import { LogSum } from "../../../../numerics/log-sum.js";
import type { RatioNodes } from "./log-moments.js";

/**
 * The grid is even near ratio one, and grows like sinh after this number of steps. Valid at any number: half
 * or twice as many move an epsilon by at most 2e-6 of itself.
 */
const KNEE = 2048;

/**
 * The nodes whose ratio exceeds one, rounded pessimistically to a coarser grid of log-ratios: each mass is
 * split onto the two neighbouring grid points with its mean kept, which raises the expectation of every
 * convex function.
 *
 * @param step of the grid near ratio one, nats
 */
export function pessimisticNodes({ logMasses, excesses }: RatioNodes, step: number): RatioNodes {
  const grid: number[] = [];
  const excessAt = (place: number): number => {
    grid[place] ??= Math.expm1(step * KNEE * Math.sinh(place / KNEE));
    return grid[place];
  };
  const sums: LogSum[] = [];
  const add = (place: number, logMass: number): void => {
    sums[place] ??= new LogSum();
    sums[place].add(logMass);
  };
  excesses.forEach((excess, i) => {
    if (!(excess > 0)) return;
    const place = Math.floor(KNEE * Math.asinh(Math.log1p(excess) / (step * KNEE)));
    const below = excessAt(place);
    const above = excessAt(place + 1);
    const share = Math.min(1, Math.max(0, (excess - below) / (above - below)));
    add(place, logMasses[i]! + Math.log1p(-share));
    add(place + 1, logMasses[i]! + Math.log(share));
  });
  const places = Object.keys(sums).map(Number);
  return {
    logMasses: Float64Array.from(places, (place) => sums[place]!.log),
    excesses: Float64Array.from(places, excessAt),
  };
}
