const SMALL = 16;

/**
 * log P(Bin(trials, probability) = successes) by Loader's saddle point, which has no large terms to cancel.
 *
 * Error below about 1e-15 (10 + |answer|) for given `probability` and `complement` = 1 - probability, which the caller knows best
 * when either is tiny; their own rounding is felt in proportion to the distance of `successes` from the mean.
 *
 * @see Loader, "Fast and Accurate Computation of Binomial Probabilities", 2000
 */
export function logBinomialMass(
  successes: number,
  trials: number,
  { probability, complement }: { readonly probability: number; readonly complement: number },
): number {
  const failures = trials - successes;
  if (successes === 0) return trials * logOf(complement, probability);
  if (failures === 0) return trials * logOf(probability, complement);
  return (
    stirlingError(trials) -
    stirlingError(successes) -
    stirlingError(failures) -
    deviance(successes, trials * probability) -
    deviance(failures, trials * complement) +
    Math.log(trials / successes / (2 * Math.PI * failures)) / 2
  );
}

/** log p, from the smaller of p and its complement. */
function logOf(probability: number, complement: number): number {
  return complement < 0.5 ? Math.log1p(-complement) : Math.log(probability);
}

/** log k! - (log(2 pi k) / 2 + k log k - k). */
function stirlingError(k: number): number {
  if (k < SMALL) return logFactorial(k) - Math.log(2 * Math.PI * k) / 2 - k * Math.log(k) + k;
  const square = 1 / (k * k);
  return (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - square / 1188) * square) * square) * square) / k;
}

function logFactorial(k: number): number {
  let product = 1;
  for (let i = 2; i <= k; i++) product *= i;
  return Math.log(product);
}

/** x log(x / mean) + mean - x, by the series in v = (x - mean) / (x + mean) where the terms would cancel. */
function deviance(x: number, mean: number): number {
  const difference = x - mean;
  if (Math.abs(difference) > 0.1 * (x + mean)) return x * Math.log(x / mean) - difference;
  const v = difference / (x + mean);
  let sum = difference * v;
  let power = 2 * x * v;
  for (let k = 3; ; k += 2) {
    power *= v * v;
    const next = sum + power / k;
    if (next === sum) return sum;
    sum = next;
  }
}
