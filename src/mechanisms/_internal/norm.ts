/** Norm of a vector: sum of absolute values, Euclidean length, largest absolute value. */
export type Norm = "l1" | "l2" | "linf";

/** ||vector||, without overflow of the squares; not finite for a vector with an entry that is not finite. */
export function normOf(vector: ArrayLike<number>, norm: Norm): number {
  let largest = 0;
  for (let index = 0; index < vector.length; index++) largest = Math.max(largest, Math.abs(vector[index]!));
  if (norm === "linf" || !(largest > 0)) return largest;
  let sum = 0;
  for (let index = 0; index < vector.length; index++) {
    const share = Math.abs(vector[index]!) / largest;
    sum += norm === "l1" ? share : share * share;
  }
  return largest * (norm === "l1" ? sum : Math.sqrt(sum));
}
