import { deviance, stirlingError } from "./_internal/saddle-point.js";

/**
 * log P(Poisson(mean) = k) by Loader's saddle point, for k >= 1 and mean > 0.
 *
 * Error below about 1e-15 (10 + |result|); the rounding of `mean` enters in proportion to the distance of k
 * from it.
 *
 * @see Loader, "Fast and Accurate Computation of Binomial Probabilities", 2000
 */
export function logPoissonMass(k: number, mean: number): number {
  return -stirlingError(k) - deviance(k, mean) - Math.log(2 * Math.PI * k) / 2;
}
