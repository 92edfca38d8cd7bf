/**
 * More steps than the fraction ever needs: it takes about sqrt(trials) at the mean and a few dozen beyond one
 * deviation.
 */
const MAX_STEPS = 100_000_000;

/**
 * P(X >= atLeast) / P(X = atLeast) for X ~ Bin(trials, probability), for 1 <= atLeast <= trials and atLeast +
 * 1 > (trials + 1) probability.
 *
 * The continued fraction of the incomplete beta function in its even form, whose terms are all positive
 * there, by Lentz's method: relative error of a few ulps.
 *
 * @see Didonato and Morris, "Algorithm 708: Significant Digit Computation of the Incomplete Beta Function
 *   Ratios", 1992, Equation 9
 */
export function binomialTailRatio(
  atLeast: number,
  trials: number,
  { probability, complement }: { readonly probability: number; readonly complement: number },
): number {
  const a = atLeast;
  const b = trials - atLeast + 1;
  const excess = atLeast + 1 - (trials + 1) * probability;
  let fraction = (a * excess) / (a + 1);
  let numerator = fraction;
  let denominator = 0;
  for (let m = 1; m < Math.min(b, MAX_STEPS); m++) {
    const odd = a + 2 * m - 1;
    const partial = ((a + m - 1) * (trials + m) * m * (b - m) * probability * probability) / (odd * odd);
    const term =
      m + (m * (b - m) * probability) / odd + ((a + m) * (excess + m * (1 + complement))) / (odd + 2);
    denominator = 1 / (term + partial * denominator);
    numerator = term + partial / numerator;
    const factor = numerator * denominator;
    fraction *= factor;
    if (Math.abs(factor - 1) < Number.EPSILON) break;
  }
  return (a * complement) / fraction;
}
