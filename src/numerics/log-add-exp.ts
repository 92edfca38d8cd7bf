/** log(e^a + e^b) without overflow; -Infinity is the empty sum. */
export function logAddExp(a: number, b: number): number {
  const larger = Math.max(a, b);
  return Math.abs(larger) === Infinity ? larger : larger + Math.log1p(Math.exp(-Math.abs(a - b)));
}
