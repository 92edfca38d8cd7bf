import { logAddExp } from "../../../numerics/log-add-exp.js";
import { logFactorials } from "../../../numerics/log-factorials.js";
import { ROUNDING, roundedDown } from "../../../numerics/rounding.js";

/**
 * log of GDD21 Theorem 4's bound of the ternary chi divergence, for every integer order j = 2..maxOrder at
 * once (entries 0, 1: -Infinity).
 *
 * @param reports.localEpsilon > 0
 */
export function logTernaryChi(
  { localEpsilon, sampled }: { readonly localEpsilon: number; readonly sampled: number },
  maxOrder: number,
): Float64Array {
  const logGammaHalf = logGammaOfHalves(maxOrder);
  const rest = Math.exp(-localEpsilon);
  // GDD21's k-bar is floored on the safe side where (sampled - 1) / (2 e^localEpsilon) rounds up to an
  // integer.
  const clones = roundedDown((sampled - 1) * rest, ROUNDING.fewOperations) / 2;
  const logClones = Math.log(Math.floor(clones) + 1);
  const logDifference = localEpsilon + Math.log(-Math.expm1(-2 * localEpsilon)); // e^eps0 - e^-eps0
  const logFewClones = (-(sampled - 1) * rest) / 8;
  const logBase = Math.LN2 + 2 * logDifference - logClones;
  return Float64Array.from({ length: maxOrder + 1 }, (_, j) => {
    if (j < 2) return -Infinity;
    const manyClones =
      j === 2
        ? 2 * Math.LN2 + localEpsilon + 2 * Math.log(-Math.expm1(-localEpsilon)) - logClones
        : Math.log(j) + logGammaHalf[j]! + (j / 2) * logBase;
    return logAddExp(manyClones, j * logDifference + logFewClones);
  });
}

/** log Gamma(j / 2) for j = 0..max (entry 0: Infinity). */
function logGammaOfHalves(max: number): Float64Array {
  const table = new Float64Array(max + 1);
  table[0] = Infinity;
  const logFactorial = logFactorials(Math.ceil(max / 2));
  let logHalf = Math.log(Math.PI) / 2;
  for (let j = 1; j <= max; j++) {
    table[j] = j % 2 === 0 ? logFactorial[j / 2 - 1]! : logHalf;
    if (j % 2 === 1) logHalf += Math.log(j / 2);
  }
  return table;
}
