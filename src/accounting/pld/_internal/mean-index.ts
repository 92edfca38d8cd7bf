/** The sum of mass_i i. */
export function meanIndex(mass: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < mass.length; i++) sum += mass[i]! * i;
  return sum;
}
