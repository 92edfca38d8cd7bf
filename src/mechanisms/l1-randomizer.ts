import { checkOptions } from "../validate.js";
import { oneSignRandomizer } from "./_internal/one-sign-randomizer.js";
import { hadamardSign, walshHadamardInPlace } from "./_internal/walsh-hadamard.js";
import type { BallOptions, DiscreteVectorRandomizer } from "./local-randomizer.js";

/**
 * GDD21's R_1 for vectors with ||x||_1 <= a: one coordinate of the Hadamard transform Hx, whose entries lie
 * in [-a, a], is drawn uniformly, rounded to a sign without bias, and reported by binary randomized response.
 *
 * With D the least power of two >= d, report 2j + s stands for row j < D and sign s; its estimate is row j
 * times ± a (e^ε₀ + 1)/(e^ε₀ - 1), cut to d entries. A mean of many takes one fast transform. Variance at x:
 * d a² ((e^ε₀ + 1)/(e^ε₀ - 1))² - ||x||², so GDD21's G_1² is its worst. Guarantee: ε₀-LDP, rounding included.
 *
 * @param options see {@link BallOptions}; `bound` is a
 * @returns the randomizer
 * @throws DpError OUT_OF_RANGE an option, an entry or a report is outside its range; BAD_INPUT a value has
 *   another length, or there are no reports to decode
 * @example l1Randomizer({ localEpsilon: 1.5, dimension: 5, bound: 1 }).bitsPerReport; // 4
 * @see Girgis, Data, Diggavi, Kairouz and Suresh, "Shuffled Model of Differential Privacy in Federated
 *   Learning", AISTATS 2021
 */
export function l1Randomizer(options: BallOptions): DiscreteVectorRandomizer {
  const { dimension } = checkOptions("l1Randomizer", options);
  const rows = 2 ** Math.ceil(Math.log2(dimension));
  return oneSignRandomizer("l1Randomizer", options, {
    norm: "l1",
    rows,
    coordinate: hadamardCoordinate,
    transpose(sums) {
      walshHadamardInPlace(sums);
      return sums.subarray(0, dimension);
    },
    columnNormSquared: rows,
    rowNormSquared: dimension,
  });
}

function hadamardCoordinate(value: ArrayLike<number>, row: number): number {
  let sum = 0;
  for (let column = 0; column < value.length; column++) sum += hadamardSign(row, column) * value[column]!;
  return sum;
}
