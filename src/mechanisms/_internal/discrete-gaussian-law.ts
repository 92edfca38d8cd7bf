/** Terms beyond this many standard deviations are below 1e-300 of the largest. */
const REACH = 40;

/**
 * Sum over all integers z of e^(-z²/2σ²), and of the same times z².
 *
 * For σ >= 1 by Poisson's summation: σ √(2π) sum over k of e^(-2π²σ²k²), of which k = 1 is already below
 * 3e-9.
 */
export function discreteGaussianSums(stdDev: number): {
  readonly total: number;
  readonly secondMoment: number;
} {
  return stdDev < 1 ? direct(stdDev) : dual(stdDev);
}

function direct(stdDev: number): { total: number; secondMoment: number } {
  let total = 1;
  let secondMoment = 0;
  for (let z = 1; z <= REACH * stdDev; z++) {
    const term = 2 * Math.exp(-((z / stdDev) ** 2) / 2);
    total += term;
    secondMoment += z * z * term;
  }
  return { total, secondMoment };
}

function dual(stdDev: number): { total: number; secondMoment: number } {
  const steepness = 2 * (Math.PI * stdDev) ** 2;
  let theta = 1;
  let slope = 0;
  for (let k = 1; k <= 5; k++) {
    const term = 2 * Math.exp(-steepness * k * k);
    theta += term;
    slope += k * k * term;
  }
  const total = stdDev * Math.sqrt(2 * Math.PI) * theta;
  // d/ds of the sum for s = 1/σ²: the second moment is σ² total (1 - 2 steepness slope / theta).
  return { total, secondMoment: total * stdDev ** 2 * (1 - (2 * steepness * slope) / theta) };
}
