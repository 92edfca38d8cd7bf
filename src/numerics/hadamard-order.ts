/** Of a rotation's columns: what mixes them is a full matrix. */
export const MAX_COLUMNS: number = 1024;

/** The smallest order of a Hadamard matrix at hand that is at least `size`: 2^i or 12 * 2^i. */
export function hadamardOrder(size: number): number {
  const power = 2 ** Math.ceil(Math.log2(size));
  const twelves = 12 * 2 ** Math.max(0, Math.ceil(Math.log2(size / 12)));
  return Math.min(power, twelves);
}
