import { ROUNDING, roundedUp } from "../../../numerics/rounding.js";
/**
 * delta(epsilon) of any report that is (localEpsilon, localDelta)-LDP, rounded up: d + (1 - d) (E - e) / (E +
 * 1), with E = e^localEpsilon and e = e^epsilon.
 */
export function ownDelta(localEpsilon: number, localDelta: number, epsilon: number): number {
  if (epsilon >= localEpsilon) return localDelta;
  const gap = -Math.expm1(epsilon - localEpsilon) / (1 + Math.exp(-localEpsilon));
  return Math.min(1, roundedUp(localDelta + (1 - localDelta) * gap, ROUNDING.formula));
}
