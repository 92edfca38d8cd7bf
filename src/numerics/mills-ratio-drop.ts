import { millsFraction } from "./_internal/mills-fraction.js";
import { millsFallBySeries, SERIES_TO } from "./_internal/mills-series.js";
import { gaussLegendre } from "./gauss-legendre.js";
import { millsRatio } from "./mills-ratio.js";

/** On drops no wider than these, the rules' own errors are below 1e-14. */
const NARROW = 0.3;
const WIDE = 1;
const NARROW_RULE = gaussLegendre(6);
const WIDE_RULE = gaussLegendre(9);

/**
 * M(x) - M(x + width) for x >= -1 and width >= 0, M the Mills ratio, at a relative error below 1e-13.
 *
 * A narrow drop is integrated from the slope, where the difference would lose its digits.
 */
export function millsRatioDrop(x: number, width: number): number {
  if (width > WIDE) return millsRatio(x) - millsRatio(x + width);
  const { nodes, weights } = width > NARROW ? WIDE_RULE : NARROW_RULE;
  let sum = 0;
  for (let i = 0; i < nodes.length; i++) {
    sum += weights[i]! * fallRate(x + (width * (1 + nodes[i]!)) / 2);
  }
  return (sum * width) / 2;
}

/** -M'(x) = 1 - x M(x); far out by the fraction c = 1/M - x, as the difference would cancel. */
function fallRate(x: number): number {
  if (x <= SERIES_TO) return millsFallBySeries(x);
  const fraction = millsFraction(x);
  return fraction / (x + fraction);
}
