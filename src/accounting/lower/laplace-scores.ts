import { ROUNDING } from "../../numerics/rounding.js";
import { likelihoodScores } from "./likelihood-scores.js";
import type { ReportScores } from "./report-scores.js";

/**
 * Laplace reports of an interval's two ends: the changed record at one, its replacement and all others at the
 * other.
 */
export interface LaplaceCohort {
  /** Width of the interval over the scale of the noise. */
  readonly localEpsilon: number;
  /** How many others there are. */
  readonly copies: number;
}

/**
 * Cells between the ends. Valid at any number, as merging outcomes is post-processing: half as many lower a
 * lower end by less than 3e-6 of itself; twice as many move it by less than 3e-7, which is rounding.
 */
const CELLS = 2048;

/** The scores of Laplace reports, seen through cells of their log-likelihood ratio. */
export function laplaceScores({ localEpsilon, copies }: LaplaceCohort): ReportScores {
  const step = (2 * localEpsilon) / CELLS;
  const between = -Math.expm1(-step / 2) / 2;
  const record = new Float64Array(CELLS + 2);
  const replacement = new Float64Array(CELLS + 2);
  const ratio = new Float64Array(CELLS + 2);
  for (let i = 0; i < CELLS; i++) {
    const below = i * step;
    const above = (CELLS - 1 - i) * step;
    record[i] = between * Math.exp(-above / 2);
    replacement[i] = between * Math.exp(-below / 2);
    ratio[i] = Math.expm1((i + 0.5) * step - localEpsilon);
  }
  record.set([0.5, Math.exp(-localEpsilon) / 2], CELLS);
  replacement.set([Math.exp(-localEpsilon) / 2, 0.5], CELLS);
  ratio.set([Math.expm1(localEpsilon), Math.expm1(-localEpsilon)], CELLS);
  return likelihoodScores(
    { others: replacement, changed: [record, replacement], ratio, massError: ROUNDING.longFormula },
    copies,
  );
}
