import { deviance, stirlingError } from "./_internal/saddle-point.js";

/**
 * log P(Bin(trials, probability) = successes) by Loader's saddle point, which has no large terms to cancel.
 *
 * Error below about 1e-15 (10 + |result|) for given `probability` and `complement` = 1 - probability, which
 * the caller can give more accurately when either is tiny; their own rounding is felt in proportion to the
 * distance of `successes` from the mean.
 *
 * @see Loader, "Fast and Accurate Computation of Binomial Probabilities", 2000
 */
export function logBinomialMass(
  successes: number,
  trials: number,
  { probability, complement }: { readonly probability: number; readonly complement: number },
): number {
  if (trials === 0) return 0; // whatever the logarithm of a zero probability
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
