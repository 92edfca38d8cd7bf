import { MAX_ORDER, type RenyiCurve } from "./renyi-curve.js";

export interface BestOrder {
  /** epsilon or delta, whichever was asked for. */
  readonly value: number;
  readonly order: number;
}

/**
 * Orders that are tried first, rising: towards 1 for weak guarantees, every integer to 32, then in steps of 8 %, the last of
 * them past every table, for curves in closed form and tiny epsilons.
 */
const COARSE: readonly number[] = [
  ...Array.from({ length: 80 }, (_, i) => 1 + 2 ** ((i - 80) / 8)),
  ...Array.from({ length: 31 }, (_, i) => i + 2),
  ...Array.from({ length: 64 }, (_, i) => Math.min(MAX_ORDER, Math.round(32 * 1.08 ** (i + 1)))),
  ...Array.from({ length: 120 }, (_, i) => MAX_ORDER * 2 ** ((i + 1) / 4)),
];

/**
 * The least epsilon that a Renyi curve gives at delta.
 *
 * epsilon = min over orders of rdp(order) + (log(1/delta) + (order - 1) log(1 - 1/order) - log(order)) / (order - 1), at least 0.
 * Guarantee: upper bound; every order gives one, so leaving orders out is safe.
 *
 * @param delta in (0, 1)
 * @param orders the orders to try; by default fractions towards 1 and the integers to 4,096, first coarsely
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
  const delta = Math.exp(best.value) || Number.MIN_VALUE; // underflow rounds up
  return { value: Math.min(1, delta), order: best.order };
}

/** log(order) - (order - 1) log(1 - 1/order) >= 0: what the conversion gains over Markov's inequality. */
function logGain(order: number): number {
  return Math.log(order) - (order - 1) * Math.log1p(-1 / order);
}

function leastOverOrders(objective: (order: number) => number, orders?: readonly number[]): BestOrder {
  const look = (best: BestOrder, order: number): BestOrder => {
    const value = objective(order);
    return value < best.value ? { value, order } : best;
  };
  const nothing: BestOrder = { value: Infinity, order: 2 };
  if (orders !== undefined) return orders.reduce(look, nothing);
  let best = nothing;
  for (const order of COARSE) {
    if (best.value < Infinity && order > 8 * best.order) break;
    best = look(best, order);
  }
  return refine(best, look);
}

/** Halving steps towards better integers around the best coarse order. */
function refine(coarse: BestOrder, look: (best: BestOrder, order: number) => BestOrder): BestOrder {
  if (coarse.order <= 32 || coarse.order > MAX_ORDER) return coarse;
  let best = coarse;
  for (let step = Math.ceil(0.04 * coarse.order); step >= 1; step = step === 1 ? 0 : Math.ceil(step / 2)) {
    const { order } = best;
    best = look(look(best, Math.max(2, order - step)), Math.min(MAX_ORDER, order + step));
  }
  return best;
}
