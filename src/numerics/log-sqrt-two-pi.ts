/** log sqrt(2 pi), by which the logarithm of the normal density falls short of -x^2 / 2. */
export const LOG_SQRT_TWO_PI: number = Math.log(2 * Math.PI) / 2;
