import type { PldQuery } from "../compose/query-pmf.js";
import type { WorkLimits } from "../compose/work-limits.js";
import type { RepeatedPair } from "../dominating-pair.js";
import { composedStdDev, countOf } from "./composed-rounds.js";
import { alignedStep, negligibleMassFor, smallestStep } from "./grid-limits.js";
import type { Refinement, RefinementGoal } from "./refinement.js";

/**
 * The share of the aimed width that the lattice may use, unless the pair sets it. Valid at any share: more of
 * it leaves less to the other errors, half of it takes 1.4 times as many points.
 */
const LATTICE_SHARE = 0.8;
/**
 * Steps are rounded to these, so that similar questions share laws. Valid at any number: twice or half as
 * many move an upper end by up to 0.1 %, up or down.
 */
const STEPS_PER_OCTAVE = 8;

/** The step of the first pass, at which the lattice costs its share of the aimed width. */
export function firstStep(rounds: readonly RepeatedPair[], relativeWidth: number): number {
  // The lattice adds up to h^2 / 4 to the variance s^2 of a round, hence h^2 / (8 s^2) of epsilon to the
  // bracket.
  const share = Math.min(...rounds.map(({ pair }) => pair.hints?.latticeShare ?? LATTICE_SHARE));
  const step = (composedStdDev(rounds) / Math.sqrt(countOf(rounds))) * Math.sqrt(8 * share * relativeWidth);
  // A first pass that only probes is coarser.
  const first = rounds.some(({ pair }) => pair.hints?.probeFirst) ? 2.5 * step : step;
  return 2 ** (Math.floor(Math.log2(first) * STEPS_PER_OCTAVE) / STEPS_PER_OCTAVE);
}

/** How one pass discretizes. */
export interface Grid {
  readonly step: number;
  /** Mass that may be cut off at each end of a law. */
  readonly negligibleMass: number;
  /** Whether limits keep the next pass from a smaller step. */
  readonly isSmallest: boolean;
}

/** What the passes so far say of the next. */
export interface PlanState {
  readonly goal: RefinementGoal;
  readonly refinement: Refinement;
  readonly limits: WorkLimits;
  /** A smaller step would exceed the work limit. */
  readonly affordableStep: number;
}

/** The next pass's grid. */
export function planGrid(
  rounds: readonly RepeatedPair[],
  query: PldQuery,
  { goal, refinement, limits, affordableStep }: PlanState,
): Grid {
  // Masses far below this delta do not matter.
  const relevantDelta = query.find === "epsilon" ? query.delta : refinement.bounds.lower;
  // Masses below a thousandth of the aimed accuracy may be cut off.
  const negligibleMass = negligibleMassFor((goal.relativeWidth * 1e-3 * relevantDelta) / countOf(rounds));
  const span = Math.max(...rounds.map(({ pair }) => pair.lossSpan(negligibleMass)));
  const smallest = Math.max(affordableStep, smallestStep(rounds, span, limits));
  const step = alignedStep(rounds, Math.max(refinement.step, smallest));
  return { step, negligibleMass, isSmallest: refinement.step <= smallest };
}
