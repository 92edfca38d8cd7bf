import { DpError } from "../../../errors.js";
import { checkNumber, RANGES } from "../../../validate.js";
import type { LognormalSum } from "../lognormal-sum.js";

export function checkSum(where: string, sum: LognormalSum): LognormalSum {
  checkNumber(`${where}: logStdDev`, sum.logStdDev, RANGES.positive);
  sum.terms.forEach(({ logMean, count }, i) => {
    checkNumber(`${where}: terms[${i}].logMean`, logMean, {});
    checkNumber(`${where}: terms[${i}].count`, count, RANGES.positiveInteger);
  });
  if (sum.terms.length > 0) return sum;
  throw new DpError("BAD_INPUT", `${where}: terms must hold at least one term`, {
    parameter: "terms",
    value: [],
  });
}
