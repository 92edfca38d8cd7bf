import { millsFraction } from "./_internal/mills-fraction.js";
import { gaussLegendre } from "./gauss-legendre.js";
import { millsRatio } from "./mills-ratio.js";

const RULE = gaussLegendre(12);

/**
 * M(x) - M(x + width) for x >= -1 and width >= 0, M the Mills ratio, at a relative error below 1e-13.
 *
 * A narrow drop is integrated from the slope, where the difference would lose its digits.
 */
export function millsRatioDrop(x: number, width: number): number {
  if (width > 1) return millsRatio(x) - millsRatio(x + width);
  let sum = 0;
  for (let i = 0; i < RULE.nodes.length; i++) {
    sum += RULE.weights[i]! * fallRate(x + (width * (1 + RULE.nodes[i]!)) / 2);
  }
  return (sum * width) / 2;
}

/** -M'(x) = 1 - x M(x); far out by the fraction c = 1/M - x, as the difference would cancel. */
function fallRate(x: number): number {
  if (x < 5) return 1 - x * millsRatio(x);
  const fraction = millsFraction(x);
  return fraction / (x + fraction);
}
