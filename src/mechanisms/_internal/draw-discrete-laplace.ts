import type { RandomSource } from "../../random/index.js";
import { drawBelow, exponentialCoin, type Rational } from "./exact-coins.js";

const ONE: Rational = { numerator: 1n, denominator: 1n };

/**
 * An integer z with probability in proportion to e^(-|z| / laplaceScale), exactly (Canonne, Kamath and
 * Steinke, Algorithm 2).
 */
export function drawDiscreteLaplace(source: RandomSource, laplaceScale: Rational): bigint {
  const { numerator, denominator } = laplaceScale;
  for (;;) {
    const remainder = drawBelow(source, numerator);
    if (!exponentialCoin(source, { numerator: remainder, denominator: numerator })) continue;
    let quotient = 0n;
    while (exponentialCoin(source, ONE)) quotient++;
    const size = (remainder + numerator * quotient) / denominator;
    const negative = drawBelow(source, 2n) === 1n;
    // Zero has two signs, and only one of them may count.
    if (!(negative && size === 0n)) return negative ? -size : size;
  }
}
