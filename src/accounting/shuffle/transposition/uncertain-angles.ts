import { ROUNDING, roundedDown } from "../../../numerics/rounding.js";
import type { CircleLaw } from "./circle-law.js";

/** From and to, in (0, pi). */
export type Interval = readonly [number, number];

/**
 * Largest differences w (i - j) that a bound allows for: it is the sharper the smaller they are. Valid at
 * any: the first alone, or twice as many, move an epsilon by at most 1e-7 of itself.
 */
const TURNS = [Math.PI, Math.PI / 2, Math.PI / 4];

/**
 * The angles w in [0, pi] at which the characteristic function is not proven to be so small that -log
 * |phi(w)| >= fall.
 *
 * -log |phi|^2 >= 1 - |phi|^2 = sum_ij p_i p_j (1 - cos(w (i - j))), of which the neighbours are enough where
 * w is near pi. Below, so are the places within r of the likeliest one, as (1 - cos t) / t^2 falls up to pi:
 * with D = (sum p)(sum p i^2) - (sum p i)^2 over them, -log |phi| >= D w^2 (1 - cos T) / T^2 for w <= T / (2
 * r), T <= pi.
 */
export function uncertainAngles(law: CircleLaw, fall: number): readonly Interval[] {
  const { places, mass } = law;
  const proven: Interval[] = [];
  const least = fall / neighbours(law);
  if (least > 0 && least <= 2) proven.push([Math.acos(1 - least), Math.PI]);
  const likeliest = mass.indexOf(Math.max(...mass));
  const farthest = Math.max(places[likeliest]! - places[0]!, places.at(-1)! - places[likeliest]!);
  const spreadWithin = spreadsAround(law, likeliest);
  for (let radius = 1; radius < 2 * farthest; radius *= 2) {
    const spread = spreadWithin(radius);
    for (const turn of TURNS) {
      const low = turn * Math.sqrt(fall / (spread * (1 - Math.cos(turn))));
      const high = turn / (2 * radius);
      if (low > 0 && low < high) proven.push([low, high]);
    }
  }
  return gapsBetween(proven);
}

function gapsBetween(proven: Interval[]): Interval[] {
  const gaps: Interval[] = [];
  let from = 0;
  for (const [low, high] of proven.sort(([a], [b]) => a - b)) {
    if (low > from) gaps.push([from, low]);
    from = Math.max(from, high);
  }
  return from < Math.PI ? [...gaps, [from, Math.PI]] : gaps;
}

/** sum_i p_i p_(i + 1) over places that rise. */
function neighbours({ places, mass }: CircleLaw): number {
  let sum = 0;
  for (let i = 1; i < places.length; i++) {
    if (places[i] === places[i - 1]! + 1) sum += mass[i]! * mass[i - 1]!;
  }
  return sum;
}

/** D, from below, of the places at most so far from the centre: a distance that grows from call to call. */
function spreadsAround({ places, mass }: CircleLaw, centre: number): (radius: number) => number {
  let total = mass[centre]!;
  let sum = 0;
  let squares = 0;
  let before = centre - 1;
  let after = centre + 1;
  const add = (i: number): void => {
    const place = places[i]! - places[centre]!;
    total += mass[i]!;
    sum += mass[i]! * place;
    squares += mass[i]! * place * place;
  };
  return (radius) => {
    while (before >= 0 && places[centre]! - places[before]! <= radius) add(before--);
    while (after < places.length && places[after]! - places[centre]! <= radius) add(after++);
    return Math.max(0, roundedDown(total * squares, ROUNDING.sum) - sum * sum);
  };
}
