/** log(1 - rate + rate e^loss), without overflow. */
export function logMixture(rate: number, loss: number): number {
  if (rate === 1) return loss;
  return loss > 0
    ? loss + Math.log(rate + (1 - rate) * Math.exp(-loss))
    : Math.log1p(rate * Math.expm1(loss));
}
