/**
 * About the epsilon of the Gaussian pair with mean shift `shift` at delta: shift z with delta = shift phi(z) / (1 + z^2). A first guess only.
 */
export function guessedEpsilon(shift: number, delta: number): number {
  const logRatio = Math.log(shift) - Math.log(delta) - Math.log(2 * Math.PI) / 2;
  let square = 1;
  for (let i = 0; i < 4; i++) square = Math.max(0.01, 2 * (logRatio - Math.log(1 + square)));
  return shift * Math.sqrt(square);
}
