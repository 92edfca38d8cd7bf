const doubles = new Float64Array(1);
const bits = new BigInt64Array(doubles.buffer);

/**
 * The smallest double in [low, high] where a condition holds, which must stay true once it is true.
 *
 * Bisects on the bit patterns of non-negative doubles: at most 64 steps, to the last bit, at every magnitude. The answer
 * was itself seen to satisfy the condition, or is `high`, which is never tried.
 */
export function firstDoubleWhere(holds: (x: number) => boolean, low: number, high: number): number {
  if (holds(low)) return low;
  let failing = bitsOf(low);
  let holding = bitsOf(high);
  while (holding - failing > 1n) {
    const middle = (failing + holding) / 2n;
    if (holds(doubleOf(middle))) holding = middle;
    else failing = middle;
  }
  return doubleOf(holding);
}

function bitsOf(x: number): bigint {
  doubles[0] = x;
  return bits[0]!;
}

function doubleOf(pattern: bigint): number {
  bits[0] = pattern;
  return doubles[0]!;
}
