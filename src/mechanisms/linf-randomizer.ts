import { checkOptions } from "../validate.js";
import { type OneSignRandomizer, oneSignRandomizer } from "./_internal/one-sign-randomizer.js";
import type { BallOptions } from "./local-randomizer.js";

/**
 * GDD21's R_∞ for vectors with entries in [-a, a]: one coordinate, drawn uniformly, is rounded to a sign
 * without bias, and the sign is reported by binary randomized response. A report takes about 1 + log2(d)
 * bits.
 *
 * Report 2j + s stands for coordinate j and sign s; its estimate is ± d a (e^ε₀ + 1)/(e^ε₀ - 1) at coordinate
 * j. Variance at x: d² a² ((e^ε₀ + 1)/(e^ε₀ - 1))² - ||x||², so GDD21's G_∞² is its worst. Guarantee: ε₀-LDP,
 * rounding included.
 *
 * @param options see {@link BallOptions}; `bound` is a
 * @returns the randomizer
 * @throws DpError OUT_OF_RANGE an option, an entry or a report is outside its range; BAD_INPUT a value has
 *   another length, or there are no reports to decode
 * @example linfRandomizer({ localEpsilon: 1.5, dimension: 8, bound: 0.01 }).bitsPerReport; // 4
 * @see Girgis, Data, Diggavi, Kairouz and Suresh, "Shuffled Model of Differential Privacy in Federated
 *   Learning", AISTATS 2021
 */
export function linfRandomizer(options: BallOptions): OneSignRandomizer {
  return oneSignRandomizer("linfRandomizer", options, {
    norm: "linf",
    rows: checkOptions("linfRandomizer", options).dimension,
    coordinate: (value, row) => value[row]!,
    transpose: (sums) => sums,
    columnNormSquared: 1,
    rowNormSquared: 1,
  });
}
