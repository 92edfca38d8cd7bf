import { EPSILONS, PUBLISHED_METHODS } from "./compared-runs.js";

/**
 * A number without noise, then at each epsilon by Ghost clipping, MixOpt and shuffled DP-SGD, as the paper
 * prints them.
 */
export type PublishedLine = readonly [name: string, plain: number, ...others: number[]];

/** The same, a row for each method. */
export function publishedRows([name, plain, ...others]: PublishedLine): (string | number)[][] {
  return PUBLISHED_METHODS.map((method, i) => [
    name,
    method,
    ...EPSILONS.map((_, e) => (i === 0 ? plain : others[3 * e + i - 1]!)),
  ]);
}
