import type { LognormalSum } from "../../../src/numerics/lognormal-sum/lognormal-sum.js";
import { normalCdf } from "../../../src/numerics/normal-cdf.js";
import { normalQuantile } from "../../../src/numerics/normal-quantile.js";
import { fillNormals, type RandomSource, sampleUniform } from "../../../src/random/index.js";

/** Standard deviations from which on terms are drawn one by one. */
const THRESHOLD = 4;
/** Fewer terms are all drawn. */
const FEW = 1000;

/**
 * Logarithms of draws of a sum of very many lognormals, in ascending order. Of a large group the terms above
 * four standard deviations are drawn one by one, their number as a Poisson process along the terms (in total
 * variation within 3.2e-5 a term that exceeds, the difference to a binomial number), and the sum of the
 * others is normal with its own mean and variance: each of them is less than 2 % of that sum's standard
 * deviation, which is less than 0.2 % of the whole.
 */
export function sampleLogSumsByTail(
  { terms, logStdDev: s }: LognormalSum,
  draws: number,
  source: RandomSource,
): Float64Array {
  const normal = new Float64Array(1);
  const drawNormal = () => {
    fillNormals(source, normal, 1);
    return normal[0]!;
  };
  const above = normalCdf(-THRESHOLD);
  /** E[e^(k s Z); Z < threshold] = e^((k s)²/2) Φ(threshold - k s). */
  const momentBelow = (k: number) => Math.exp((k * s) ** 2 / 2) * normalCdf(THRESHOLD - k * s);

  function drawLarge(count: number): number {
    const mean = momentBelow(1);
    const below = 1 - above;
    let exceeding = 0;
    let total = 0;
    for (let place = nextPlace(); place < count; place += nextPlace()) {
      exceeding += 1;
      total += Math.exp(-s * normalQuantile(above * sampleUniform(source)));
    }
    const others = count - exceeding;
    const variance = others * (momentBelow(2) / below - (mean / below) ** 2);
    return total + (others * mean) / below + Math.sqrt(variance) * drawNormal();
  }

  /** Terms until the next one that exceeds. */
  function nextPlace(): number {
    return -Math.log(1 - sampleUniform(source)) / above;
  }

  function drawFew(count: number): number {
    let total = 0;
    for (let i = 0; i < count; i++) total += Math.exp(s * drawNormal());
    return total;
  }

  const draw = () =>
    terms.reduce(
      (sum, { logMean, count }) =>
        sum + Math.exp(logMean) * (count < FEW ? drawFew(count) : drawLarge(count)),
      0,
    );
  return Float64Array.from({ length: draws }, () => Math.log(draw())).sort();
}
