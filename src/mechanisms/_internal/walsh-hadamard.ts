/** Entry (row, column) of the Hadamard matrix: -1 to the number of ones that the two numbers share. */
export function hadamardSign(row: number, column: number): 1 | -1 {
  let shared = row & column;
  shared ^= shared >>> 16;
  shared ^= shared >>> 8;
  shared ^= shared >>> 4;
  return ((0x6996 >>> (shared & 15)) & 1) === 1 ? -1 : 1;
}

/**
 * Multiplies a vector of m rows of `width` entries, m a power of two, by the Hadamard matrix over the rows,
 * in place, in n log m additions.
 */
export function walshHadamardInPlace(vector: Float64Array, width = 1): void {
  for (let half = width; half < vector.length; half *= 2) {
    for (let start = 0; start < vector.length; start += 2 * half) {
      for (let index = start; index < start + half; index++) {
        const upper = vector[index]!;
        const lower = vector[index + half]!;
        vector[index] = upper + lower;
        vector[index + half] = upper - lower;
      }
    }
  }
}
