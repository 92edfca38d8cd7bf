/** log(e^x - 1) for x >= 0, without overflow; -Infinity at 0 and Infinity at Infinity. */
export function logExpm1(x: number): number {
  return x > 30 ? x + Math.log1p(-Math.exp(-x)) : Math.log(Math.expm1(x));
}
