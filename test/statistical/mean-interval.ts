/** Between which the expectation of a variable in [0, 1] lies, but for a false alarm. */
export interface MeanInterval {
  readonly lower: number;
  readonly upper: number;
}

/**
 * By the empirical Bernstein inequality (Maurer, Pontil 2009, Theorem 4), no normal approximation: each end
 * is wrong with a probability of at most `falseAlarm`.
 */
export function meanInterval(values: Float64Array, falseAlarm: number): MeanInterval {
  const count = values.length;
  const mean = values.reduce((sum, each) => sum + each, 0) / count;
  const variance = values.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (count - 1);
  const log = Math.log(2 / falseAlarm);
  const error = Math.sqrt((2 * variance * log) / count) + (7 * log) / (3 * (count - 1));
  return { lower: mean - error, upper: mean + error };
}
