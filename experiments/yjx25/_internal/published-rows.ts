/** Epsilons of YJX25's Tables III to V, of which a quick form takes the last. */
export const EPSILONS: readonly number[] = [0.1, 0.5, 1];

/** What the rows of a published table are worth. */
export const PUBLISHED_METHODS = [
  "non-private",
  "Ghost clipping (proven by Renyi accounting)",
  "MixOpt (the same)",
  "Shuffled DP-SGD (refuted)",
] as const;

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
