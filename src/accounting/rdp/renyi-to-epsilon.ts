import { ROUNDING, roundedDown, roundedUp } from "../../numerics/rounding.js";
import type { RenyiCurve } from "../claims/renyi-curve.js";
import { type BestOrder, leastOverOrders, type OrderSearch } from "./_internal/least-over-orders.js";

/** A smaller logarithm is of no double. */
const MIN_LOG = Math.log(Number.MIN_VALUE);

/**
 * The least epsilon that a Renyi curve gives at delta.
 *
 * epsilon = min over orders of rdp(order) + (log(1/delta) + (order - 1) log(1 - 1/order) - log(order)) /
 * (order - 1), at least 0; at infinity rdp itself. Guarantee: upper bound; every order gives one, so leaving
 * orders out is safe.
 *
 * @param delta in (0, 1)
 * @param search the orders to try; by default fractions towards 1, the integers to 4,096 and powers beyond,
 *   to infinity, found by section
 * @returns +Infinity where the curve is infinite at every order
 * @see Canonne, Kamath, Steinke, "The Discrete Gaussian for Differential Privacy", 2020, Proposition 12; LT22
 *   Lemma 2
 */
export function epsilonFromRenyi(curve: RenyiCurve, delta: number, search?: OrderSearch): BestOrder {
  const logInverseDelta = -Math.log(delta);
  const priceAt = (order: number): number =>
    order === Infinity ? 0 : (logInverseDelta - logGain(order)) / (order - 1);
  const best = leastOverOrders((order) => curve.at(order) + priceAt(order), search);
  return { value: Math.max(0, best.value), order: best.order };
}

/**
 * The least delta that a Renyi curve gives at epsilon:
 * log delta = min over orders of (order - 1) (rdp(order) - epsilon) - log(order) + (order - 1) log(1 -
 * 1/order), at most 0; nothing is left of delta where epsilon is above rdp at infinity.
 */
export function deltaFromRenyi(curve: RenyiCurve, epsilon: number, search?: OrderSearch): BestOrder {
  const best = leastOverOrders(
    (order) => {
      if (order === Infinity)
        return roundedUp(curve.at(order), ROUNDING.sum) <= epsilon ? -Infinity : Infinity;
      const divergence = curve.at(order);
      // More than both round, and than a moment's logarithm: high orders raise their difference to a factor
      // of delta.
      const loss = roundedUp(divergence, ROUNDING.formula) - roundedDown(epsilon, ROUNDING.formula);
      return (order - 1) * loss + ROUNDING.formula * divergence - logGain(order);
    },
    { ...search, enough: MIN_LOG },
  );
  const delta = Math.exp(best.value) || Number.MIN_VALUE; // underflow rounds up
  return { value: Math.min(1, delta), order: best.order };
}

/** log(order) - (order - 1) log(1 - 1/order) >= 0: what the conversion gains over Markov's inequality. */
function logGain(order: number): number {
  return Math.log(order) - (order - 1) * Math.log1p(-1 / order);
}
