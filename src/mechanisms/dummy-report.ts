import type { RandomSource } from "../random/index.js";
import { checkNumber, checkOptions } from "../validate.js";
import type { GaussianMechanism } from "./gaussian-mechanism.js";

const LENGTHS = { min: 1, max: 2 ** 26, integer: true };

/**
 * A dummy: a report of pure noise, which shuffled reports of vectors hide among.
 *
 * It has the law of the report of a zero vector, to the last bit, so that nobody can tell it from one; encode it as reports are.
 * Guarantee: none by itself. docs/theorems/dummies.md says what D of them give a shuffled report.
 * Assumes: drawn afresh for each round and block, secret, and sent as reports are: no mark, no other length, time or key.
 *
 * @param source            where the noise comes from
 * @param options.mechanism that of the reports
 * @param options.length    entries of a report, integer in [1, 2^26]
 * @returns the dummy
 * @throws DpError OUT_OF_RANGE the length is outside its range; BAD_INPUT there are no options, or source is none
 * @example
 * const mechanism = gaussianMechanism({ noiseMultiplier: 1.5, sensitivity: 2 });
 * dummyReport(secureSource(), { mechanism, length: 256 }).length; // 256
 * @see docs/theorems/dummies.md
 */
export function dummyReport(
  source: RandomSource,
  options: { readonly mechanism: Pick<GaussianMechanism, "addNoise">; readonly length: number },
): Float64Array {
  const { mechanism, length } = checkOptions("dummyReport", options);
  const report = new Float64Array(checkNumber("dummyReport: length", length, LENGTHS));
  mechanism.addNoise(source, report);
  return report;
}
