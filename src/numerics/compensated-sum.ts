/** The sum of term(0), ..., term(count - 1) by Neumaier's compensation: relative error of about one ulp for nonnegative terms. */
export function compensatedSum(count: number, term: (index: number) => number): number {
  let sum = 0;
  let carry = 0;
  for (let i = 0; i < count; i++) {
    const value = term(i);
    const next = sum + value;
    carry += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  return sum + carry;
}
