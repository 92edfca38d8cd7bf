import { DpError } from "../errors.js";
import { sampleInteger } from "../random/index.js";
import { checkNumber, checkOptions } from "../validate.js";
import { checkEpsilon } from "./_internal/check-epsilon.js";
import { checkReport, checkSomeReports, countReports, indexBelow } from "./_internal/check-reports.js";
import { linearHashes } from "./_internal/linear-hashes.js";
import { numberedReports } from "./_internal/numbered-reports.js";
import { subsetEvent } from "./_internal/subset-event.js";
import { countsBehind, MAX_COUNTED, supportVariance } from "./_internal/support-counts.js";
import { karyRandomizedResponse } from "./kary-randomized-response.js";
import type { DiscreteRandomizer, FrequencyRandomizer } from "./local-randomizer.js";

/** Optimized local hashing over numbered categories. */
export interface LocalHashing extends DiscreteRandomizer<number>, FrequencyRandomizer<number> {
  /** g, values that a category is hashed to. */
  readonly hashRange: number;
}

/** The public parameters of a {@link LocalHashing}. */
export interface LocalHashingOptions {
  /** ε₀, pure local DP of one report, nats, [1e-6, 30]. */
  readonly localEpsilon: number;
  /** k, integer in [2, 2^20]. */
  readonly categories: number;
  /** g, a prime in [2, 65521]; by default the one of the least variance under ε₀, next to e^ε₀ + 1. */
  readonly hashRange?: number;
}

const MAX_RANGE = 65_521;

/**
 * Optimized local hashing: a user draws a hash function to g values, and sends it with the randomized
 * response over g categories to the hash of the true category.
 *
 * A report supports each category that its function hashes to its answer: the true one with probability p =
 * e^ε₀ / (e^ε₀ + g - 1), any other one with 1/g exactly. The functions are linear: the inner product, modulo
 * the prime g, of a uniform vector with the category's digits to the base g; two different categories have
 * the same hash under exactly one in g of them. With m digits there are g^(m + 1) reports. Variance of a
 * count at no holders: n (e^ε₀ + g - 1)² / ((e^ε₀ - 1)² (g - 1)). Guarantee: ε₀-LDP exactly, rounding
 * included; see {@link karyRandomizedResponse}.
 *
 * @param options see {@link LocalHashingOptions}
 * @returns the randomizer of categories 0, ..., k - 1
 * @throws DpError OUT_OF_RANGE an option, a value or a report is outside its range, or there are too many
 *   reports for a histogram; BAD_INPUT there are no reports to decode
 * @example localHashing({ localEpsilon: 2, categories: 1000 }).hashRange; // 7
 * @see Wang, Blocki, Li and Jha, "Locally Differentially Private Protocols for Frequency Estimation", USENIX
 *   Security 2017, 5.3
 */
export function localHashing(options: LocalHashingOptions): LocalHashing {
  const name = "localHashing";
  checkOptions(name, options);
  const epsilon = checkEpsilon(`${name}: localEpsilon`, options.localEpsilon);
  const range = { min: 2, max: 2 ** 20, integer: true };
  const categories = checkNumber(`${name}: categories`, options.categories, range);
  const hashRange = checkHashRange(name, options.hashRange ?? bestRange(epsilon));
  const hashes = linearHashes(categories, hashRange);
  const reportCount = hashes.count * hashRange;
  const response = karyRandomizedResponse({ localEpsilon: epsilon, categories: hashRange });
  const law = {
    supportProbability: response.truthProbability,
    falseSupportProbability: 1 / hashRange,
    contrast: (response.contrast * (hashRange - 1)) / hashRange,
  };
  const checkCategory = (value: number) => checkNumber(`${name}: value`, value, indexBelow(categories));
  const supports = (report: number, category: number): boolean => {
    checkReport(name, report, reportCount);
    return hashes.hash(Math.floor(report / hashRange), checkCategory(category)) === report % hashRange;
  };

  return {
    reportCount,
    hashRange,
    ...law,
    ...numberedReports(name, reportCount),
    describe: () => subsetEvent({ epsilon, mass: 1 / hashRange, overlap: 1 / hashRange ** 2 }),
    randomize(source, value) {
      checkCategory(value);
      const hash = sampleInteger(source, hashes.count);
      return hash * hashRange + response.randomize(source, hashes.hash(hash, value));
    },
    probability: (report, value) =>
      (supports(report, value) ? law.supportProbability : response.probability(1, 0)) / hashes.count,
    supports,
    decodeHistogram(reports) {
      checkNumber(`${name}: reports to tell apart for a histogram`, reportCount, {
        max: MAX_COUNTED,
        integer: true,
      });
      checkSomeReports(name, reports);
      const counts = countReports(name, reports, reportCount);
      return countsBehind(hashes.supportsOf(counts), reports.length, law);
    },
    countVariance: (users, holders) => supportVariance(name, { users, holders }, law),
  };
}

/** Of the primes on both sides of e^ε₀ + 1, where the variance over all g is least, the better one. */
function bestRange(epsilon: number): number {
  const best = Math.min(MAX_RANGE, Math.exp(epsilon) + 1);
  let below = Math.floor(best);
  let above = Math.ceil(best);
  while (!isPrime(below)) below--;
  while (!isPrime(above)) above++;
  const variance = (range: number): number => (Math.exp(epsilon) + range - 1) ** 2 / (range - 1);
  return variance(above) < variance(below) ? above : below;
}

function checkHashRange(name: string, hashRange: number): number {
  checkNumber(`${name}: hashRange`, hashRange, { min: 2, max: MAX_RANGE, integer: true });
  if (isPrime(hashRange)) return hashRange;
  const allowed = "a prime";
  throw new DpError("OUT_OF_RANGE", `${name}: hashRange must be ${allowed}, got ${hashRange}`, {
    parameter: "hashRange",
    value: hashRange,
    allowed,
  });
}

function isPrime(number: number): boolean {
  for (let divisor = 2; divisor * divisor <= number; divisor++) if (number % divisor === 0) return false;
  return true;
}
