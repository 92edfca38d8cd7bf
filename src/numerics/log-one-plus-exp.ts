/** log(1 + e^x) at full relative accuracy, for every x. */
export function logOnePlusExp(x: number): number {
  return x > 30 ? x + Math.exp(-x) : Math.log1p(Math.exp(x));
}
