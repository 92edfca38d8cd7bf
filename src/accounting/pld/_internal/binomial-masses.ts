import { logBinomialMass } from "../../../numerics/log-binomial-mass.js";
import { binomialWindow } from "./binomial-window.js";

export interface Binomial {
  readonly trials: number;
  readonly probability: number;
  /** 1 - probability, which the caller knows best when it is tiny. */
  readonly complement: number;
}

/** The masses of the counts first, first + 1, ... */
export interface CountMasses {
  readonly first: number;
  readonly mass: Float64Array;
}

/** A binomial law but for a negligible mass on either side. */
export function binomialMasses(
  { trials, probability, complement }: Binomial,
  negligible: number,
): CountMasses {
  const { from, to } = binomialWindow(trials, probability, negligible);
  const mass = new Float64Array(to - from + 1);
  const odds = probability / complement;
  const middle = Math.min(to, Math.floor(trials * probability));
  mass[middle - from] = Math.exp(logBinomialMass(middle, trials, { probability, complement }));
  for (let k = middle + 1; k <= to; k++) {
    mass[k - from] = (mass[k - from - 1]! * (odds * (trials - k + 1))) / k;
  }
  for (let k = middle - 1; k >= from; k--) {
    mass[k - from] = (mass[k - from + 1]! * (k + 1)) / (odds * (trials - k));
  }
  return { first: from, mass };
}
