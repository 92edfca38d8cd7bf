import { MAX_ORDER, type RenyiCurve } from "./renyi-curve.js";

export interface BestOrder {
  /** epsilon or delta, whichever was asked for. */
  readonly value: number;
  readonly order: number;
}

/** Fractional orders towards 1, for weak guarantees. */
const FRACTIONAL = Array.from({ length: 80 }, (_, i) => 1 + 2 ** (-(80 - i) / 8));
/** Orders past every table, for curves in closed form and tiny epsilons. */
const GEOMETRIC = Array.from({ length: 160 }, (_, i) => MAX_ORDER * 2 ** ((i + 1) / 4));
/** Integer orders in stages: a later stage is looked at only if the best order so far lies near the end. */
const STAGES: readonly (readonly [first: number, last: number])[] = [
  [2, 64],
  [65, 512],
  [513, MAX_ORDER],
];

/**
 * The least epsilon that a Renyi curve gives at delta.
 *
 * epsilon = min over orders of rdp(order) + (log(1/delta) + (order - 1) log(1 - 1/order) - log(order)) / (order - 1), at least 0.
 * Guarantee: upper bound; every order gives one, so leaving orders out is safe.
 *
 * @param delta in (0, 1)
 * @param orders the orders to try; by default 1 + 2^(-j/8) and the integers to 4,096 as far as they help
 * @returns +Infinity where the curve is infinite at every order
 * @see Canonne, Kamath, Steinke, "The Discrete Gaussian for Differential Privacy", 2020, Proposition 12; LT22 Lemma 2
 */
export function epsilonFromRenyi(curve: RenyiCurve, delta: number, orders?: readonly number[]): BestOrder {
  const logInverseDelta = -Math.log(delta);
  const best = leastOverOrders(
    (order) => curve.at(order) + (logInverseDelta - logGain(order)) / (order - 1),
    orders,
  );
  return { value: Math.max(0, best.value), order: best.order };
}

/**
 * The least delta that a Renyi curve gives at epsilon:
 * log delta = min over orders of (order - 1) (rdp(order) - epsilon) - log(order) + (order - 1) log(1 - 1/order), at most 0.
 */
export function deltaFromRenyi(curve: RenyiCurve, epsilon: number, orders?: readonly number[]): BestOrder {
  const best = leastOverOrders((order) => (order - 1) * (curve.at(order) - epsilon) - logGain(order), orders);
  return { value: Math.min(1, Math.exp(best.value)), order: best.order };
}

/** log(order) - (order - 1) log(1 - 1/order) >= 0: what the conversion gains over Markov's inequality. */
function logGain(order: number): number {
  return Math.log(order) - (order - 1) * Math.log1p(-1 / order);
}

function leastOverOrders(objective: (order: number) => number, orders?: readonly number[]): BestOrder {
  let best: BestOrder = { value: Infinity, order: 2 };
  const look = (order: number): void => {
    const value = objective(order);
    if (value < best.value) best = { value, order };
  };
  if (orders !== undefined) {
    orders.forEach(look);
    return best;
  }
  FRACTIONAL.forEach(look);
  for (const [first, last] of STAGES) {
    if (first > 2 && best.order < 0.75 * first) break;
    for (let order = first; order <= last; order++) look(order);
  }
  if (best.order === MAX_ORDER) GEOMETRIC.forEach(look);
  return best;
}
