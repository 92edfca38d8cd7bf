/** Discrete laws of a likelihood ratio, and their transformations. */
import type { Pmf, Side } from "../../../../pld/pmf.js";

/**
 * A discrete law of a likelihood ratio e^loss under Q: nonnegative, mass one, mean one.
 *
 * Values are stored less `origin`: narrow laws around one keep their relative accuracy with origin 1, broad
 * ones near zero with origin 0.
 */
export interface RatioPmf {
  readonly origin: 0 | 1;
  /** Ratios less the origin, rising; ratio 0 is loss -Infinity. */
  readonly value: Float64Array;
  /** Q-mass at each ratio. */
  readonly mass: Float64Array;
  /** The part of the mean at ratio Infinity, without Q-mass: the P-mass at loss Infinity. */
  readonly infinityMass: number;
}

/**
 * Two laws with E f(optimistic) <= E f(true) <= E f(pessimistic) for every convex f: enclosing in convex
 * order.
 */
export type RatioBracket = Readonly<Record<Side, RatioPmf>>;

/** The law of the ratio e^loss under Q. */
export function ratioPmfOf({ loss, mass: massP, infinityMass, reverseInfinityMass }: Pmf): RatioPmf {
  const start = reverseInfinityMass > 0 ? 1 : 0;
  const value = new Float64Array(loss.length + start);
  const mass = new Float64Array(value.length).fill(reverseInfinityMass, 0, start);
  for (let i = 0; i < loss.length; i++) {
    value[start + i] = Math.exp(loss[i]!);
    mass[start + i] = massP[i]! * Math.exp(-loss[i]!);
  }
  return { origin: 0, value, mass, infinityMass };
}

/** The law of the loss under P of the pair that has this ratio. */
export function lossPmfOf({ origin, value, mass, infinityMass }: RatioPmf): Pmf {
  const start = value.length > 0 && value[0]! + origin <= 0 ? 1 : 0;
  const inside = value.subarray(start);
  return {
    loss: inside.map((v) => (origin === 1 ? Math.log1p(v) : Math.log(v))),
    mass: mass.subarray(start).map((m, i) => m * (origin + inside[i]!)),
    infinityMass,
    reverseInfinityMass: start === 1 ? mass[0]! : 0,
  };
}

/**
 * The law of 1 + samplingRate (X - 1): the ratio of a mixture in which the change is present with that
 * probability.
 */
export function mixedRatio(law: RatioPmf, samplingRate: number): RatioPmf {
  if (samplingRate === 1) return law;
  const unchanged = law.origin === 1 ? 0 : 1 - samplingRate;
  return {
    ...law,
    value: law.value.map((value) => unchanged + samplingRate * value),
    infinityMass: samplingRate * law.infinityMass,
  };
}

/**
 * The law of 1 + B (X - 1), B ~ Bernoulli(samplingRate): the ratio of a report that is sent with that
 * probability.
 */
export function thinnedRatio(law: RatioPmf, samplingRate: number): RatioPmf {
  if (samplingRate === 1) return law;
  const one = 1 - law.origin;
  const place = law.value.findIndex((value) => value >= one);
  const before = place < 0 ? law.value.length : place;
  const insert = (array: Float64Array, value: number) => {
    const longer = new Float64Array(array.length + 1);
    longer.set(array.subarray(0, before));
    longer[before] = value;
    longer.set(array.subarray(before), before + 1);
    return longer;
  };
  return {
    origin: law.origin,
    value: insert(law.value, one),
    mass: insert(
      law.mass.map((mass) => samplingRate * mass),
      1 - samplingRate,
    ),
    infinityMass: samplingRate * law.infinityMass,
  };
}

/**
 * Restores mass one and mean one after rounding, by one factor for the values above one and another for those
 * below.
 *
 * Both factors differ from one by rounding only. Equal mass and mean let a relative error of the masses be
 * dominated by a dilation about the mean, which independent sums preserve: errors add over the steps and do
 * not multiply by n.
 */
export function normalized(law: RatioPmf): RatioPmf {
  let massAbove = 0;
  let massBelow = 0;
  let excess = 0;
  let deficit = 0;
  const split = 1 - law.origin;
  for (let i = 0; i < law.value.length; i++) {
    const mass = law.mass[i]!;
    const distance = law.value[i]! - split;
    if (distance > 0) {
      massAbove += mass;
      excess += mass * distance;
    } else {
      massBelow += mass;
      deficit -= mass * distance;
    }
  }
  if (!(deficit > 0)) return law;
  const above = (deficit - massBelow * law.infinityMass) / (massAbove * deficit + massBelow * excess);
  const below = (excess * above + law.infinityMass) / deficit;
  const mass = law.mass.slice();
  for (let i = 0; i < mass.length; i++) mass[i]! *= law.value[i]! > split ? above : below;
  return { ...law, mass };
}

/** The same law with origin 1 once it is narrow. */
export function recentred(law: RatioPmf): RatioPmf {
  // A narrow law's values are stored less one.
  if (law.origin === 1 || logMoments(law).stdDev > 0.01) return law;
  return { ...law, origin: 1, value: law.value.map((value) => value - 1) };
}

/** Mean and standard deviation of the ratio's logarithm under Q, without ratio zero. */
export function logMoments({ origin, value, mass }: RatioPmf): {
  readonly mean: number;
  readonly stdDev: number;
} {
  let total = 0;
  let first = 0;
  let second = 0;
  for (let i = 0; i < value.length; i++) {
    if (value[i]! + origin <= 0) continue;
    const log = origin === 1 ? Math.log1p(value[i]!) : Math.log(value[i]!);
    total += mass[i]!;
    first += mass[i]! * log;
    second += mass[i]! * log * log;
  }
  const mean = first / total;
  return { mean, stdDev: Math.sqrt(Math.max(0, second / total - mean * mean)) };
}
