/** What a relative amount of rounding stands for. */
type Rounded = "operation" | "fewOperations" | "formula" | "longFormula" | "sum" | "longSum" | "largePower";

/**
 * How numbers are rounded to the safe side: the relative amounts, and the operations that each stands for.
 *
 * An operation errs by at most u = 2^-53 of its result, and a function of Math by at most two ulps, 4 u, in
 * the engines that the tests run in. Errors of factors add up, to first order; a sum of n terms of one sign
 * errs by at most (n - 1) u of itself, beside its terms' own errors (Higham, "Accuracy and Stability of
 * Numerical Algorithms", 2002, section 4.2). Each amount exceeds those errors and that of the product with 1
 * ± amount. A larger amount is valid too, and a bracket is wider by the difference; a smaller one is not,
 * where it covers fewer operations.
 */
export const ROUNDING: Readonly<Record<Rounded, number>> = {
  /** Of one operation. */
  operation: 2 ** -52,
  /** Of up to six operations: 8 u. */
  fewOperations: 2 ** -50,
  /** Of a closed form: 32 u, four functions of Math and a dozen operations. */
  formula: 2 ** -48,
  /** Of a formula that turns its operands' errors into sixteen times as much: 512 u. */
  longFormula: 2 ** -44,
  /**
   * Of a sum of up to 8,000 positive terms that are formulas, or of differences that lose eight bits: 8,192
   * u.
   */
  sum: 2 ** -40,
  /**
   * Of a sum over the 10,000 rounds that an event may have, whose terms are formulas: three times its error.
   */
  longSum: 2 ** -38,
  /**
   * Of e^x for |x| <= 745, where x is right to the amount of `sum`: its error is 745 x 2^-40, below 2^-30.4.
   */
  largePower: 2 ** -30,
};

/** The relative amount of this number of ulps: of twice as many operations, or terms of a sum. */
export function ulps(count: number): number {
  return count * Number.EPSILON;
}

/** A value >= 0, raised by a relative amount. */
export function roundedUp(value: number, amount: number): number {
  return value * (1 + amount);
}

/** A value >= 0, lowered by a relative amount. */
export function roundedDown(value: number, amount: number): number {
  return value * (1 - amount);
}
