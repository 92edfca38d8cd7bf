/**
 * Composition of unequal (epsilon, delta)-DP steps by closed formulas.
 *
 * Cheap at any length and safe, never tight: for equal rounds `strongCompositionEpsilon` is exact, and where
 * a Renyi curve or a privacy-loss distribution is known, composing that is better. Derivations:
 * docs/theorems/advanced-composition.md.
 */
import { ROUNDING, roundedUp, ulps } from "../../numerics/rounding.js";
import { checkArray, checkNumber, checkOptions, DOMAIN, RANGES } from "../../validate.js";
import type { PrivacyPair } from "./subsampling.js";

/** `times` runs of an (epsilon, delta)-DP mechanism. */
export interface ComposedStep extends PrivacyPair {
  readonly times: number;
}

/**
 * Basic composition: the epsilons add up, and so do the deltas.
 *
 * Guarantee: upper bound, rounding included; holds for steps chosen adaptively, under the adjacency that all
 * of them share.
 *
 * @param steps the (ε_j, δ_j) with their multiplicities
 * @returns (Σ ε_j, min(1, Σ δ_j))
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range
 * @example basicComposition([{ epsilon: 0.1, delta: 1e-7, times: 50 }]).epsilon.toFixed(6); // "5.000000"
 * @see Dwork, Kenthapadi, McSherry, Mironov, Naor, "Our Data, Ourselves", 2006
 */
export function basicComposition(steps: readonly ComposedStep[]): PrivacyPair {
  const checked = checkSteps("basicComposition", steps);
  return {
    epsilon: sumUp(checked, ({ epsilon }) => epsilon),
    delta: Math.min(
      1,
      sumUp(checked, ({ delta }) => delta),
    ),
  };
}

/**
 * Advanced composition by way of concentrated DP: the epsilon of all steps at a given total delta.
 *
 * ε = min{ Σ ε_j, ½ Σ ε_j² + √(2 log(1/δ') Σ ε_j²) }, δ' = δ − Σ δ_j.
 * Guarantee: upper bound, rounding included; holds for steps chosen adaptively, under the adjacency that all
 * of them share. Edges: Infinity where δ < Σ δ_j; Σ ε_j where δ = Σ δ_j to the last bits.
 *
 * @param options.steps the (ε_j, δ_j) with their multiplicities
 * @param options.delta δ of all steps together, [1e-150, 1)
 * @returns ε, nats
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range
 * @example advancedCompositionEpsilon({ steps: [{ epsilon: 0.01, delta: 0, times: 1000 }], delta: 1e-5 }).toFixed(4); // "1.5674"
 * @see Steinke, "Composition of Differential Privacy & Privacy Amplification by Subsampling", 2022,
 *   arXiv:2210.00597, Theorem 22
 */
export function advancedCompositionEpsilon(options: {
  readonly steps: readonly ComposedStep[];
  readonly delta: number;
}): number {
  return withSlack("advancedCompositionEpsilon", options, (steps, logInverseSlack) => {
    const norm = normOf(steps);
    return (norm * norm) / 2 + Math.sqrt(2 * logInverseSlack) * norm;
  });
}

/**
 * Advanced composition in its first form: the epsilon of all steps at a given total delta.
 *
 * ε = min{ Σ ε_j, Σ ε_j (e^ε_j − 1) + √(2 log(1/δ') Σ ε_j²) }, δ' = δ − Σ δ_j.
 * Guarantee: upper bound, rounding included; never below {@link advancedCompositionEpsilon}.
 * Edges: Infinity where δ < Σ δ_j; Σ ε_j where δ = Σ δ_j to the last bits.
 *
 * @param options.steps the (ε_j, δ_j) with their multiplicities
 * @param options.delta δ of all steps together, [1e-150, 1)
 * @returns ε, nats
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range
 * @example dworkRothblumVadhanEpsilon({ steps: [{ epsilon: 0.01, delta: 0, times: 1000 }], delta: 1e-5 }).toFixed(4); // "1.6179"
 * @see Dwork, Rothblum, Vadhan, "Boosting and Differential Privacy", FOCS 2010, Theorem III.3
 */
export function dworkRothblumVadhanEpsilon(options: {
  readonly steps: readonly ComposedStep[];
  readonly delta: number;
}): number {
  return withSlack("dworkRothblumVadhanEpsilon", options, (steps, logInverseSlack) => {
    const drift = sumUp(steps, ({ epsilon }) => epsilon * Math.expm1(epsilon));
    return drift + Math.sqrt(2 * logInverseSlack) * normOf(steps);
  });
}

/** √(Σ ε_j²), rounded up. */
function normOf(steps: readonly ComposedStep[]): number {
  return Math.sqrt(sumUp(steps, ({ epsilon }) => epsilon ** 2));
}

function withSlack(
  where: string,
  options: { readonly steps: readonly ComposedStep[]; readonly delta: number },
  bound: (steps: readonly ComposedStep[], logInverseSlack: number) => number,
): number {
  const steps = checkSteps(where, checkOptions(where, options).steps);
  const delta = checkNumber(`${where}: delta`, options.delta, DOMAIN.sharedDelta);
  const basic = sumUp(steps, ({ epsilon }) => epsilon);
  if (sum(steps, (step) => step.delta) > delta) return Infinity;
  const slack = delta - sumUp(steps, (step) => step.delta);
  return slack > 0 ? Math.min(basic, roundedUp(bound(steps, -Math.log(slack)), ROUNDING.formula)) : basic;
}

function checkSteps(where: string, steps: readonly ComposedStep[]): readonly ComposedStep[] {
  checkArray(`${where}: steps`, steps).forEach((step, i) => {
    checkOptions(where, step, `steps[${i}]`);
    checkNumber(`${where}: steps[${i}].epsilon`, step.epsilon, DOMAIN.composedEpsilon);
    checkNumber(`${where}: steps[${i}].delta`, step.delta, RANGES.probability);
    checkNumber(`${where}: steps[${i}].times`, step.times, DOMAIN.rounds);
  });
  return steps.filter(({ times }) => times > 0);
}

/** The sum over all runs, rounded up. */
function sumUp(steps: readonly ComposedStep[], value: (step: ComposedStep) => number): number {
  return roundedUp(sum(steps, value), ulps(steps.length + 4));
}

function sum(steps: readonly ComposedStep[], value: (step: ComposedStep) => number): number {
  return steps.reduce((total, step) => total + step.times * value(step), 0);
}
