/**
 * How far projected private gradient descent is from the optimum after T rounds, for convex losses (GDD21's
 * CLDP-SGD).
 *
 * Its privacy is gdd21UpperRdp times T, converted at a delta. Derivation and a correction of the proof:
 * docs/theorems/gdd21.md.
 */
import { checkNumber, checkOptions, DOMAIN, RANGES, type Range } from "../../validate.js";

/** A convex problem, and how it is solved from private reports. */
export interface ConvergenceProblem {
  /** D, the largest l2 distance of two parameters that the projection allows, (0, ∞). */
  readonly diameter: number;
  /** L, the bound of every gradient's p-norm (the loss is L-Lipschitz in the dual norm), (0, ∞). */
  readonly lipschitz: number;
  /** p, the norm in which gradients are clipped, in [1, ∞]. */
  readonly norm: number;
  /** d, the number of parameters, integer >= 1. */
  readonly dimension: number;
  /** G_p(L)², the largest expected squared l2 error of one unbiased private report, [0, ∞). */
  readonly reportVariance: number;
  /** k, reports per round, integer >= 1. */
  readonly sampled: number;
  /** T, integer >= 1. */
  readonly rounds: number;
}

/** What the last parameters are at most away from the best. */
export interface Convergence {
  /** G: E‖g‖² <= G² for the averaged gradient g of every round. */
  readonly gradientBound: number;
  /** D/G; round t takes it divided by √t. */
  readonly firstStepSize: number;
  /** Upper bound of E[F(θ_T)] − F(θ*). */
  readonly excessLoss: number;
}

/**
 * The expected excess loss after T rounds with step size D/(G√t).
 *
 * E[F(θ_T)] − F(θ*) <= 2 D G (2 + log T)/√T, G² = max(d^(1 − 2/p), 1) L² + G_p(L)²/k.
 * Guarantee: upper bound for convex losses, expectation over sampling and noise.
 *
 * @throws DpError OUT_OF_RANGE a field is NaN or outside its range
 * @example
 * const problem = { diameter: 1, lipschitz: 1, norm: 2, dimension: 10, reportVariance: 100, sampled: 2000, rounds: 6000 };
 * gdd21Convergence(problem).excessLoss.toFixed(4); // "0.2831"
 * @see Girgis, Data, Diggavi, NeurIPS 2021, arXiv:2107.08763, Theorem 3; Shamir and Zhang, "Stochastic
 *   Gradient Descent for Non-smooth Optimization", ICML 2013, Theorem 2
 */
export function gdd21Convergence(problem: ConvergenceProblem): Convergence {
  checkOptions("gdd21Convergence", problem);
  const check = (name: keyof ConvergenceProblem, range: Range): number =>
    checkNumber(`gdd21Convergence: ${name}`, problem[name], range);
  const diameter = check("diameter", RANGES.positive);
  const lipschitz = check("lipschitz", RANGES.positive);
  const dimension = check("dimension", DOMAIN.count);
  const rounds = check("rounds", { ...DOMAIN.rounds, min: 1 });
  const noise = check("reportVariance", RANGES.nonNegative) / check("sampled", DOMAIN.count);
  const gradientBound = Math.sqrt(
    dimension ** Math.max(0, normExponent(problem.norm)) * lipschitz ** 2 + noise,
  );
  return {
    gradientBound,
    firstStepSize: diameter / gradientBound,
    excessLoss: (2 * diameter * gradientBound * (2 + Math.log(rounds))) / Math.sqrt(rounds),
  };
}

/**
 * 1 - 2/p: the l2 norm is at most d^(1/2 - 1/p) times the p-norm for p >= 2, and at most the p-norm below.
 */
function normExponent(norm: number): number {
  if (norm === Infinity) return 1;
  return (
    1 - 2 / checkNumber("gdd21Convergence: norm", norm, { min: 1, advice: "Infinity is allowed as well" })
  );
}
