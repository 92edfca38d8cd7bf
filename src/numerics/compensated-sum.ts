/** The sum of terms by Neumaier's compensation: relative error of about one ulp for nonnegative ones. */
export function compensatedSum(terms: Float64Array): number {
  let sum = 0;
  let carry = 0;
  for (let i = 0; i < terms.length; i++) {
    const value = terms[i]!;
    const next = sum + value;
    carry += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  return sum + carry;
}
