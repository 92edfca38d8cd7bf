import { logBinomialMass } from "../../../numerics/log-binomial-mass.js";
import { binomialWindow } from "./binomial-window.js";

export interface Binomial {
  readonly trials: number;
  readonly probability: number;
  /** 1 - probability, which the caller knows best when it is tiny. */
  readonly complement: number;
}

/** Calls `visit` with every successes and its mass, but for a negligible mass on either side. */
export function eachBinomial(
  { trials, probability, complement }: Binomial,
  negligible: number,
  visit: (successes: number, mass: number) => void,
): void {
  const { from, to } = binomialWindow(trials, probability, negligible);
  const odds = probability / complement;
  const middle = Math.min(to, Math.floor(trials * probability));
  const central = Math.exp(logBinomialMass(middle, trials, { probability, complement }));
  for (let k = middle, mass = central; k <= to; k++) {
    visit(k, mass);
    mass *= (odds * (trials - k)) / (k + 1);
  }
  for (let k = middle - 1, mass = (central * middle) / (odds * (trials - middle + 1)); k >= from; k--) {
    visit(k, mass);
    mass *= k / (odds * (trials - k + 1));
  }
}
