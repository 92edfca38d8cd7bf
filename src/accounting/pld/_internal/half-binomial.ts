import { logBinomialMass } from "../../../numerics/log-binomial-mass.js";
import { binomialWindow } from "./binomial-window.js";

const EVEN = { probability: 0.5, complement: 0.5 };

/** Calls `visit` with every successes and its mass under Bin(trials, 1/2), but for a negligible mass on either side. */
export function eachHalfBinomial(
  trials: number,
  negligible: number,
  visit: (successes: number, mass: number) => void,
): void {
  const { from, to } = binomialWindow(trials, 0.5, negligible);
  const middle = Math.floor(trials / 2);
  const central = Math.exp(logBinomialMass(middle, trials, EVEN));
  for (let k = middle, mass = central; k <= to; k++) {
    visit(k, mass);
    mass *= (trials - k) / (k + 1);
  }
  for (let k = middle - 1, mass = (central * middle) / (trials - middle + 1); k >= from; k--) {
    visit(k, mass);
    mass *= k / (trials - k + 1);
  }
}
