import { checkNumber, RANGES, wrongShape } from "../../../validate.js";
import type { LognormalSum } from "../lognormal-sum.js";

/** Checks the law of a sum for the function named `where`. */
export function checkSum(where: string, sum: LognormalSum): LognormalSum {
  checkNumber(`${where}: logStdDev`, sum.logStdDev, RANGES.positive);
  sum.terms.forEach(({ logMean, count }, i) => {
    checkNumber(`${where}: terms[${i}].logMean`, logMean, {});
    checkNumber(`${where}: terms[${i}].count`, count, RANGES.positiveInteger);
  });
  if (sum.terms.length > 0) return sum;
  throw wrongShape(`${where}: terms`, sum.terms, "a list of at least one term");
}
