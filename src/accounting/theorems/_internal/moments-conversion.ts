import { roundedUp } from "../../../numerics/rounding.js";
import type { RenyiCurve } from "../../claims/renyi-curve.js";

/** 1.1, 1.2, ..., 10.9 and 12..63: the orders that tensorflow-privacy's tutorials print. */
const ORDERS: readonly number[] = [
  ...Array.from({ length: 99 }, (_, i) => 1 + (i + 1) / 10),
  ...Array.from({ length: 52 }, (_, i) => i + 12),
];

/**
 * A logarithm, a quotient and a sum err by 6 u: this is 90 u, and twice as much raises an epsilon by 45 ulps.
 */
const CONVERSION_ERROR = 1e-14;

/** A figure and the order that gave it. */
export interface AtOrder {
  readonly value: number;
  readonly order: number;
}

/**
 * The smallest D + log(1/delta) / (order - 1) (Mironov 2017, Proposition 3), rounded up; 0 if nothing was
 * released.
 */
export function epsilonByFirstConversion(curve: RenyiCurve, delta: number): AtOrder {
  if (isEmpty(curve)) return { value: 0, order: Infinity };
  return leastOf((order) => roundedUp(curve.at(order) - Math.log(delta) / (order - 1), CONVERSION_ERROR));
}

/** The smallest exp((order - 1) (D - epsilon)), rounded up, at most 1; 0 if nothing was released. */
export function deltaByFirstConversion(curve: RenyiCurve, epsilon: number): AtOrder {
  if (isEmpty(curve)) return { value: 0, order: Infinity };
  return leastOf((order) => {
    const divergence = curve.at(order);
    const exponent = (order - 1) * (divergence - epsilon);
    const rounding = CONVERSION_ERROR * (order - 1) * (divergence + epsilon);
    return Math.min(1, roundedUp(Math.exp(exponent + rounding), CONVERSION_ERROR) + Number.MIN_VALUE);
  });
}

/** Only equal laws have a divergence of 0. */
function isEmpty(curve: RenyiCurve): boolean {
  return curve.at(2) === 0;
}

function leastOf(valueAt: (order: number) => number): AtOrder {
  return ORDERS.map((order) => ({ value: valueAt(order), order })).reduce((best, each) =>
    each.value < best.value ? each : best,
  );
}
