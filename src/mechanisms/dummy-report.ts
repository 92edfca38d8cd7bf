import type { RandomSource } from "../random/index.js";
import { checkFunction, checkOptions } from "../validate.js";
import type { GaussianRandomizer } from "./gaussian-randomizer.js";

/**
 * A dummy: a report of pure noise, which shuffled reports of vectors hide among.
 *
 * It is the report of a zero vector, so that nobody can tell it from one; encode it as reports are.
 * Guarantee: none by itself. docs/theorems/dummies.md says what D of them give a shuffled report.
 * Assumes: drawn afresh for each round and block, secret, and sent as reports are: no mark, no other length,
 * time or key.
 *
 * @param source     where the noise comes from
 * @param randomizer that of the reports
 * @returns the dummy
 * @throws DpError BAD_INPUT there is no randomizer, or source is none
 * @example
 * const randomizer = gaussianRandomizer({ dimension: 256, bound: 0.5, stdDev: 0.5 });
 * dummyReport(secureSource(), randomizer).length; // 256
 * @see docs/theorems/dummies.md
 */
export function dummyReport(source: RandomSource, randomizer: GaussianRandomizer): Int32Array {
  const { dimension, randomize } = checkOptions("dummyReport", randomizer, "randomizer");
  checkFunction("dummyReport: randomizer.randomize", randomize);
  return randomizer.randomize(source, new Float64Array(dimension));
}
