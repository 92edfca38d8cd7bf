/**
 * Squares that are added before they join the others: rounding grows with this number and with that of the
 * blocks.
 */
const BLOCK = 4096;

/** The nearest vector of l2 norm at most `bound`; for a finite one of that norm or less, itself. */
export function clippedTo(bound: number, vector: Float64Array): Float64Array {
  const norm = normOf(vector);
  return norm <= bound ? vector : vector.map((entry) => entry * (bound / norm));
}

function normOf(vector: Float64Array): number {
  let squares = 0;
  for (let start = 0; start < vector.length; start += BLOCK) {
    let block = 0;
    for (let i = start; i < Math.min(start + BLOCK, vector.length); i++) block += vector[i]! ** 2;
    squares += block;
  }
  return Math.sqrt(squares);
}
