/**
 * The ascending numbers nearest to the given ones in least squares: neighbours that descend are averaged
 * (pool adjacent violators).
 */
export function isotonic(values: readonly number[]): number[] {
  const pools: { mean: number; length: number }[] = [];
  for (const value of values) {
    let pool = { mean: value, length: 1 };
    while (pools.length > 0 && pools.at(-1)!.mean > pool.mean) pool = joined(pools.pop()!, pool);
    pools.push(pool);
  }
  return pools.flatMap(({ mean, length }) => Array<number>(length).fill(mean));
}

interface Pool {
  readonly mean: number;
  readonly length: number;
}

function joined(one: Pool, other: Pool): Pool {
  const length = one.length + other.length;
  return { mean: (one.mean * one.length + other.mean * other.length) / length, length };
}
