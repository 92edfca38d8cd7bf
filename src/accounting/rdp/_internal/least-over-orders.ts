import { goldenSectionInteger } from "../../../numerics/golden-section-integer.js";
import { memoize } from "../../../numerics/memoize.js";
import { MAX_ORDER } from "../../claims/renyi-curve.js";

export interface BestOrder {
  /** The least epsilon or log delta. */
  readonly value: number;
  readonly order: number;
}

export interface OrderSearch {
  readonly orders?: readonly number[];
  readonly highOrdersAreCheap?: boolean;
  /** A value that need not be improved; by default none. */
  readonly enough?: number;
}

/**
 * Orders below 2 are 1 + 2^(-10), ..., 1 + 2^(-1/8); those past every table are in steps of 2^(1/4), and last
 * comes infinity. Valid at any numbers, as every order is, but that more POWERS would leave the domain of
 * orders, 1e13: twice or half as many FRACTIONS, or half as many POWERS, changed none of 24 figures.
 */
const FRACTIONS = 80;
const LAST_INTEGER = FRACTIONS + MAX_ORDER - 2;
const POWERS = 120;
const LAST = LAST_INTEGER + POWERS + 1;
/**
 * Indices of the orders that are tried first: some below 2, about 1 + 2^(k / 4), of which 1 + 2^k are the
 * ends of tables, then in steps of 2^(1/2). Valid at any: twice or half as many below 2, or in tables,
 * changed none of 24 figures.
 */
const FRACTIONAL = Array.from({ length: FRACTIONS / 8 }, (_, i) => 8 * i);
const LATER_ORDERS = Array.from({ length: POWERS / 2 }, (_, i) => LAST_INTEGER + 2 * (i + 1));
const TABLED = tabledInSteps(4);
const ENDS = tabledInSteps(1);
const COARSE = [...FRACTIONAL, ...TABLED, ...LATER_ORDERS];

function tabledInSteps(perOctave: number): readonly number[] {
  const octaves = Math.log2(MAX_ORDER);
  const all = Array.from(
    { length: octaves * perOctave },
    (_, k) => FRACTIONS - 1 + Math.round(2 ** (k / perOctave)),
  );
  return [...new Set(all), LAST_INTEGER];
}

/**
 * The least value over all orders, of an objective that falls and then rises: fractions towards 1, the
 * integers to 4,096, powers beyond and infinity. Each of the four is sought by itself, since another bound
 * may hold there.
 *
 * The log-moment is convex in the order, and so is what the conversion adds: epsilon is a quotient of a
 * convex function and order - 1, hence quasi-convex, and log delta is convex. Printed bounds may dip at order
 * 2 too, and the smaller of two curves may have two valleys within the integers, of which one can be missed.
 * Whatever is found is a bound.
 *
 * @param search.orders the orders to try instead, all of them
 * @param search.enough the first value found that is no larger ends the search
 * @param search.highOrdersAreCheap whether the integers are looked at to the last even where the objective
 *   has begun to rise
 */
export function leastOverOrders(objective: (order: number) => number, search: OrderSearch = {}): BestOrder {
  const { orders, highOrdersAreCheap, enough = -Infinity } = search;
  if (orders !== undefined) {
    const tried = orders.map((order) => ({ order, value: objective(order) }));
    return tried.reduce((best, each) => (each.value < best.value ? each : best), {
      order: 2,
      value: Infinity,
    });
  }
  const valueAt = memoize((index: number) => objective(orderAt(index)));
  const stretches = [
    () => FRACTIONAL,
    () => (highOrdersAreCheap ? TABLED : promisingTables(valueAt, enough)),
    () => LATER_ORDERS,
  ];
  let best = 0;
  for (const stretch of stretches) {
    const least = leastOf(valueAt, stretch());
    const found = valueAt(least) <= enough ? least : leastAround(valueAt, least);
    if (valueAt(found) < valueAt(best)) best = found;
    if (valueAt(best) <= enough) break;
  }
  if (valueAt(LAST) < valueAt(best)) best = LAST;
  return { value: valueAt(best), order: orderAt(best) };
}

/**
 * The first end that is enough, or else the tabled orders about the least one of the ends up to the first
 * that is no less than the one before it.
 */
function promisingTables(valueAt: (index: number) => number, enough: number): readonly number[] {
  let end = 4;
  const lastValue = (): number => valueAt(ENDS[end - 1]!);
  while (end < ENDS.length && lastValue() > enough && valueAt(ENDS[end]!) < lastValue()) end += 1;
  const least = leastOf(valueAt, ENDS.slice(0, end));
  if (valueAt(least) <= enough) return [least];
  const place = ENDS.indexOf(least);
  const from = ENDS[place - 1] ?? 0;
  const to = ENDS[place + 1] ?? LAST_INTEGER;
  return TABLED.filter((index) => from <= index && index <= to);
}

function leastOf(valueAt: (index: number) => number, indices: readonly number[]): number {
  return indices.reduce((best, index) => (valueAt(index) < valueAt(best) ? index : best));
}

/** The least between the neighbours of one of the coarse indices. */
function leastAround(valueAt: (index: number) => number, best: number): number {
  const place = COARSE.indexOf(best);
  return goldenSectionInteger(valueAt, {
    low: COARSE[place - 1] ?? 0,
    best,
    high: COARSE[place + 1] ?? LAST,
  });
}

function orderAt(index: number): number {
  if (index < FRACTIONS) return 1 + 2 ** ((index - FRACTIONS) / 8);
  if (index <= LAST_INTEGER) return index - FRACTIONS + 2;
  return index < LAST ? MAX_ORDER * 2 ** ((index - LAST_INTEGER) / 4) : Infinity;
}
