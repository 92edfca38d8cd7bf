/**
 * Hash functions of categories to 0, ..., range - 1 for a prime range: x -> <a, digits of x> modulo the
 * range, numbered by the digits of a.
 */
export interface LinearHashes {
  /** How many functions there are: range^m for categories of m digits. */
  readonly count: number;
  /** The hash of a category by a function. */
  hash(number: number, category: number): number;
  /**
   * From how often each report `number * range + answer` occurs: how many of them have each category's hash
   * as their answer.
   */
  supportsOf(counts: Float64Array): Float64Array;
}

/**
 * Two different categories have the same hash under exactly one in `range` of the functions, since a non-zero
 * linear form is uniform.
 */
export function linearHashes(categories: number, range: number): LinearHashes {
  const digits = digitsFor(categories, range);
  return {
    count: range ** digits,
    hash(number, category) {
      let sum = 0;
      let a = number;
      let x = category;
      for (; x > 0; a = Math.floor(a / range), x = Math.floor(x / range)) sum += (a % range) * (x % range);
      return sum % range;
    },
    supportsOf: (counts) => supportsOf(counts, digits, range).subarray(0, categories),
  };
}

/** m, the least with range^m >= categories. */
function digitsFor(categories: number, range: number): number {
  let digits = 1;
  while (range ** digits < categories) digits++;
  return digits;
}

/**
 * One digit after the other, a's digit gives way to x's: T(.., x_i, ..; y) = sum over a_i of T'(.., a_i, ..;
 * y + a_i x_i modulo the range). After the last one, T(x; 0) is the number of reports that support x. Takes m
 * range^(m + 2) additions.
 */
function supportsOf(counts: Float64Array, digits: number, range: number): Float64Array {
  let table = counts;
  for (let digit = 0; digit < digits; digit++) table = withDigitReplaced(table, range ** (digit + 1), range);
  return Float64Array.from({ length: table.length / range }, (_, category) => table[category * range]!);
}

/** `stride` is how far apart two entries are that differ by one in the digit. */
function withDigitReplaced(table: Float64Array, stride: number, range: number): Float64Array {
  const replaced = new Float64Array(table.length);
  for (let index = 0; index < table.length; index++) {
    const x = Math.floor(index / stride) % range;
    const start = index - x * stride - (index % range);
    let sum = 0;
    let answer = index % range;
    for (let a = 0; a < range; a++, answer = (answer + x) % range) sum += table[start + a * stride + answer]!;
    replaced[index] = sum;
  }
  return replaced;
}
