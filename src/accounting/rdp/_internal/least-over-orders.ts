import { integerSection } from "../../../numerics/integer-section.js";
import { MAX_ORDER } from "../renyi-curve.js";

export interface BestOrder {
  /** epsilon or delta, whichever was asked for. */
  readonly value: number;
  readonly order: number;
}

/** Orders below 2 are 1 + 2^(-10), ..., 1 + 2^(-1/8); those past every table are in steps of 2^(1/4), and last comes infinity. */
const FRACTIONS = 80;
const LAST_INTEGER = FRACTIONS + MAX_ORDER - 2;
const POWERS = 120;
const LAST = LAST_INTEGER + POWERS + 1;
/** Indices of the orders that are tried first: about 1 + 2^k, then in steps of 2^(3/2). */
const COARSE: readonly number[] = [
  ...Array.from({ length: FRACTIONS / 8 }, (_, i) => 8 * i),
  ...Array.from({ length: Math.log2(MAX_ORDER) }, (_, k) => FRACTIONS - 1 + 2 ** k),
  ...Array.from({ length: POWERS / 6 + 1 }, (_, i) => LAST_INTEGER + 6 * i),
  LAST,
];
const ORDER_TWO = COARSE.indexOf(FRACTIONS);
/** Where the search starts: order 9. */
const START = ORDER_TWO + 3;
/** So many coarse orders without a gain end a walk; below order 2 another bound may take over. */
const PATIENCE = { up: 1, down: 2 };

/**
 * The least value over all orders, of an objective that falls and then rises: fractions towards 1, the integers to 4,096, powers
 * beyond and infinity. Those past the integers are also sought by themselves, since another bound may hold there.
 *
 * The log-moment is convex in the order, and so is what the conversion adds: epsilon is a quotient of a convex function and order - 1,
 * hence quasi-convex, and log delta is convex. Printed bounds may dip at order 2 too, and the lesser of two curves may have two valleys
 * within the tables, of which one can be missed. Whatever is found is a bound.
 *
 * @param orders the orders to try instead, all of them
 */
export function leastOverOrders(objective: (order: number) => number, orders?: readonly number[]): BestOrder {
  if (orders !== undefined) {
    const tried = orders.map((order) => ({ order, value: objective(order) }));
    return tried.reduce((best, each) => (each.value < best.value ? each : best), {
      order: 2,
      value: Infinity,
    });
  }
  const known = new Map<number, number>();
  const valueAt = (index: number): number => {
    if (!known.has(index)) known.set(index, objective(orderAt(index)));
    return known.get(index)!;
  };
  const near = leastFromStart(valueAt);
  const far = leastFar(valueAt);
  const best = valueAt(far) < valueAt(near) ? far : near;
  return { value: valueAt(best), order: orderAt(best) };
}

function leastFromStart(valueAt: (index: number) => number): number {
  const upwards = walk(valueAt, START, "up");
  return leastAround(valueAt, walk(valueAt, upwards, "down"));
}

/** Past every table, where curves known at all orders take over from the others, such as that of the reports alone. */
function leastFar(valueAt: (index: number) => number): number {
  let best = COARSE.length - 1;
  for (let place = best - 1; COARSE[place]! > LAST_INTEGER; place--) {
    if (valueAt(COARSE[place]!) < valueAt(COARSE[best]!)) best = place;
  }
  return leastAround(valueAt, best);
}

function leastAround(valueAt: (index: number) => number, place: number): number {
  return integerSection(valueAt, {
    low: COARSE[place - 1] ?? 0,
    best: COARSE[place]!,
    high: COARSE[place + 1] ?? LAST,
  });
}

function orderAt(index: number): number {
  if (index < FRACTIONS) return 1 + 2 ** ((index - FRACTIONS) / 8);
  if (index <= LAST_INTEGER) return index - FRACTIONS + 2;
  return index < LAST ? MAX_ORDER * 2 ** ((index - LAST_INTEGER) / 4) : Infinity;
}

/** The best coarse order in one direction from a place among them; order 2 is always looked at. */
function walk(valueAt: (index: number) => number, start: number, way: "up" | "down"): number {
  const step = way === "up" ? 1 : -1;
  let best = start;
  let misses = 0;
  for (let place = start + step; place in COARSE && misses < PATIENCE[way]; place += step) {
    const value = valueAt(COARSE[place]!);
    if (value < valueAt(COARSE[best]!)) {
      best = place;
      misses = 0;
    } else if (way === "up" || (place < ORDER_TWO && value < Infinity)) misses += 1;
  }
  return best;
}
