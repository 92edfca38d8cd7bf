import { logFactorial } from "../../../numerics/log-factorial.js";
import { logOnePlus, NEGLIGIBLE, scaledExcess } from "./scaled-excess.js";

/**
 * `binomialMixture` at every order of the same two laws: log E[(a Z + (1 - a) W)^m] by logarithms, for
 * moments of any size.
 *
 * A term's logarithm is a number of k plus one of m - k plus one of m, so that looking for the largest takes
 * two additions a term.
 */
export function logMixture(share: number, z: Float64Array, w: Float64Array): (order: number) => number {
  const logOdds = Math.log(share) - Math.log1p(-share);
  const ofK = z.map((value, k) => value + k * logOdds - logFactorial(k));
  const ofRest = w.map((value, k) => value - logFactorial(k));
  const mirrored = w === z && share === 0.5; // term k is term order - k
  return (order) => {
    const ofOrder = logFactorial(order) + order * Math.log1p(-share);
    const last = mirrored ? Math.floor(order / 2) : order;
    const termAt = (k: number): number => ofK[k]! + ofRest[order - k]!;
    let top = 0;
    for (let k = 1; k <= last; k++) if (termAt(k) > termAt(top)) top = k;
    const largest = Math.max(0, ofOrder + termAt(top));
    // Against what the largest term adds to one, which may be far less than itself.
    const least = termAt(top) + Math.log(-Math.expm1(-z[top]! - w[order - top]!)) + NEGLIGIBLE;
    let sum = 0;
    for (let k = 0; k <= last; k++) {
      const logTerm = termAt(k);
      if (logTerm < least) continue;
      const gain = z[k]! + w[order - k]!;
      sum += scaledExcess(ofOrder + logTerm - gain, gain, largest) * (mirrored && 2 * k < order ? 2 : 1);
    }
    return logOnePlus(sum, largest);
  };
}
