import { normalInterval } from "../../numerics/normal-interval.js";
import { ROUNDING, roundedDown, roundedUp } from "../../numerics/rounding.js";
import type { Pmf } from "../../pld/pmf.js";
import { discreteNeighbourPair, type NeighbourPair } from "./neighbour-pair.js";

/**
 * Cells of a record, over 12 standard deviations beyond the means. Valid at any two, as merging outcomes
 * is post-processing: half as many lower a lower end by less than 1e-5 of itself, twice as many raise one by
 * less than 5e-6.
 */
const CELLS = 8000;
/**
 * Smaller masses have lost their accuracy; Q counts as having as much. Valid at any value: 1e-140 changes no
 * lower end.
 */
const MIN_MASS = 1e-280;

/**
 * A Poisson-sampled Gaussian sum from which all others are absent, a record of norm C exchanged for its
 * opposite: (1 - q) N(0, s^2) + q N(+-C, s^2).
 *
 * The report is seen through cells: a post-processing.
 *
 * @param noiseMultiplier standard deviation / 2C
 */
export function exchangedRecordPair(samplingRate: number, noiseMultiplier: number): NeighbourPair {
  const shift = 0.5 / noiseMultiplier;
  const edges = Float64Array.from({ length: CELLS + 1 }, (_, i) => (shift + 12) * ((2 * i) / CELLS - 1));
  const masses = (centre: number): Float64Array =>
    Float64Array.from({ length: CELLS }, (_, i) =>
      normalInterval(edges[i]! - centre, edges[i + 1]! - centre),
    );
  return discreteNeighbourPair(mixturePmf(samplingRate, masses(0), masses(shift), masses(-shift)));
}

/** The least that the one has in each cell, and the most that the other has. */
function mixturePmf(
  samplingRate: number,
  absent: Float64Array,
  present: Float64Array,
  exchanged: Float64Array,
): Pmf {
  const points: { readonly loss: number; readonly mass: number }[] = [];
  for (let i = 0; i < CELLS; i++) {
    const p = roundedDown(present[i]!, ROUNDING.sum);
    const q = roundedUp(exchanged[i]!, ROUNDING.sum);
    const mass = (1 - samplingRate) * absent[i]! + samplingRate * p;
    const massQ = (1 - samplingRate) * absent[i]! + samplingRate * q;
    if (!(mass > MIN_MASS)) continue;
    const isResolved = massQ > MIN_MASS;
    const loss = isResolved ? Math.log1p((samplingRate * (p - q)) / massQ) : Math.log(mass / MIN_MASS);
    points.push({ loss, mass });
  }
  points.sort((a, b) => a.loss - b.loss); // of next to no differences rounding changes the order
  return {
    loss: Float64Array.from(points, ({ loss }) => loss),
    mass: Float64Array.from(points, ({ mass }) => mass),
    infinityMass: 0,
    reverseInfinityMass: 0,
  };
}
