import { type RandomSource, sampleInteger } from "../random/index.js";
import { checkNumber, checkOptions } from "../validate.js";
import { checkEpsilon } from "./_internal/check-epsilon.js";
import { checkReport, checkSomeReports, countReports, indexBelow } from "./_internal/check-reports.js";
import { numberedReports } from "./_internal/numbered-reports.js";
import { countsBehind, MAX_COUNTED, supportVariance } from "./_internal/support-counts.js";
import { truthCoin } from "./_internal/truth-coin.js";
import { hadamardSign, walshHadamardInPlace } from "./_internal/walsh-hadamard.js";
import type { DiscreteRandomizer, FrequencyRandomizer } from "./local-randomizer.js";

/** Hadamard response over numbered categories. */
export interface HadamardResponse extends DiscreteRandomizer<number>, FrequencyRandomizer<number> {}

/**
 * Hadamard response: with K the least power of two above k, a report is a column of the K x K Hadamard
 * matrix. It is uniform among the K/2 columns where row v + 1 of the true category v has a plus, with
 * probability p = e^ε₀ / (e^ε₀ + 1), else among the others.
 *
 * A report supports each category whose row has a plus there: any other one with probability 1/2. Its
 * variance does not grow with k, a report takes log2 K bits, and a histogram one fast transform. Best for
 * small ε₀. Guarantee: ε₀-LDP exactly, rounding included: the law of the coin is that of a double.
 *
 * @param options.localEpsilon ε₀, pure local DP of one report, nats, [1e-6, 30]
 * @param options.categories   k, integer in [2, 2^30]
 * @returns the randomizer of categories 0, ..., k - 1
 * @throws DpError OUT_OF_RANGE an option, a value or a report is outside its range, or there are too many
 *   categories for a histogram; BAD_INPUT there are no reports to decode
 * @example hadamardResponse({ localEpsilon: 1, categories: 1000 }).bitsPerReport; // 10
 * @see Acharya, Sun and Zhang, "Hadamard Response: Estimating Distributions Privately, Efficiently, and with
 *   Little Communication", AISTATS 2019, section 4
 */
export function hadamardResponse(options: {
  readonly localEpsilon: number;
  readonly categories: number;
}): HadamardResponse {
  const name = "hadamardResponse";
  checkOptions(name, options);
  const epsilon = checkEpsilon(`${name}: localEpsilon`, options.localEpsilon);
  const range = { min: 2, max: 2 ** 30, integer: true };
  const categories = checkNumber(`${name}: categories`, options.categories, range);
  const columns = 2 ** Math.ceil(Math.log2(categories + 1));
  const coin = truthCoin(epsilon, 1);
  const law = {
    supportProbability: coin.truthProbability,
    falseSupportProbability: 0.5,
    contrast: coin.contrast / 2,
  };
  const checkCategory = (value: number) => checkNumber(`${name}: value`, value, indexBelow(categories));
  const supports = (report: number, category: number): boolean =>
    hadamardSign(checkCategory(category) + 1, checkReport(name, report, columns)) === 1;

  return {
    reportCount: columns,
    ...law,
    ...numberedReports(name, columns),
    describe: () => ({ kind: "subsetResponse", epsilon, mass: 1 / 2, overlap: 1 / 4 }),
    randomize: (source, value) =>
      columnOfSign(source, { row: checkCategory(value) + 1, columns, sign: coin.draw(source) ? 1 : -1 }),
    probability: (report, value) =>
      (supports(report, value) ? coin.truthProbability : coin.lieProbability) / (columns / 2),
    supports,
    decodeHistogram(reports) {
      checkNumber(`${name}: categories of a histogram`, categories, { max: MAX_COUNTED - 1, integer: true });
      checkSomeReports(name, reports);
      const sums = countReports(name, reports, columns);
      walshHadamardInPlace(sums);
      const supporting = sums.subarray(1, categories + 1).map((sum) => (reports.length + sum) / 2);
      return countsBehind(supporting, reports.length, law);
    },
    countVariance: (users, holders) => supportVariance(name, { users, holders }, law),
  };
}

/**
 * A uniform column at which a row >= 1 has this sign: flipping the row's lowest one in a column's number
 * turns the sign.
 */
function columnOfSign(
  source: RandomSource,
  { row, columns, sign }: { readonly row: number; readonly columns: number; readonly sign: 1 | -1 },
): number {
  const column = sampleInteger(source, columns);
  return hadamardSign(row, column) === sign ? column : column ^ (row & -row);
}
