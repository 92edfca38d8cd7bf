import { goldenSectionInteger } from "../../../numerics/golden-section-integer.js";
import { memoize } from "../../../numerics/memoize.js";
import { MAX_ORDER } from "../../core/renyi-curve.js";

export interface BestOrder {
  /** The least epsilon or log delta. */
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
const PLACES = COARSE.map((_, place) => place);
const FRACTIONAL = PLACES.filter((place) => COARSE[place]! < FRACTIONS);
const TABLED = PLACES.filter((place) => COARSE[place]! >= FRACTIONS && COARSE[place]! <= LAST_INTEGER);
const BEYOND = PLACES.filter((place) => COARSE[place]! > LAST_INTEGER);
/** Tabled orders are looked at from 2 to 9, and from there on while the next is less: tables take longer the further they reach. */
const CHEAP = 4;

/**
 * The least value over all orders, of an objective that falls and then rises: fractions towards 1, the integers to 4,096, powers
 * beyond and infinity. Each of the three is sought by itself, since another bound may hold there.
 *
 * The log-moment is convex in the order, and so is what the conversion adds: epsilon is a quotient of a convex function and order - 1,
 * hence quasi-convex, and log delta is convex. Printed bounds may dip at order 2 too, and the smaller of two curves may have two valleys
 * within the integers, of which one can be missed. Whatever is found is a bound.
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
  const valueAt = memoize((index: number) => objective(orderAt(index)));
  const stretches = [FRACTIONAL, promisingTables(valueAt), BEYOND];
  const found = stretches.map((places) => leastAround(valueAt, leastOf(valueAt, places)));
  const best = found.reduce((one, other) => (valueAt(other) < valueAt(one) ? other : one));
  return { value: valueAt(best), order: orderAt(best) };
}

/** The tabled orders up to the first that is no less than the one before it. */
function promisingTables(valueAt: (index: number) => number): readonly number[] {
  let end = CHEAP;
  while (end < TABLED.length && valueAt(COARSE[TABLED[end]!]!) < valueAt(COARSE[TABLED[end - 1]!]!)) end += 1;
  return TABLED.slice(0, end);
}

/** The place of the least coarse order. */
function leastOf(valueAt: (index: number) => number, places: readonly number[]): number {
  return places.reduce((best, place) => (valueAt(COARSE[place]!) < valueAt(COARSE[best]!) ? place : best));
}

function leastAround(valueAt: (index: number) => number, place: number): number {
  return goldenSectionInteger(valueAt, {
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
