/** log(1 - rate + rate e^x), without overflow and to full relative accuracy near x = 0. */
export function mixWithOne(x: number, rate: number): number {
  if (rate === 1) return x;
  return x < 700 ? Math.log1p(rate * Math.expm1(x)) : x + Math.log(rate + (1 - rate) * Math.exp(-x));
}
