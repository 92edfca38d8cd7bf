import { firstIntegerWhere } from "../../numerics/first-integer-where.js";
import { type CountLaw, coinSumTails, type Tails } from "./coin-sum-tails.js";

/** Randomized responses of which `count` name one category. */
export interface CategoryCount {
  readonly count: number;
  readonly users: number;
  /** The probability that a holder of the category does not name it. */
  readonly lieProbability: number;
  /** The probability that anybody else names it. */
  readonly falsePositiveProbability: number;
  /** How many dummies name the category; none by default. */
  readonly dummies?: CountLaw;
}

/**
 * How many of the users may hold the category: every number that an exact test of level `error`, half on each
 * side, accepts.
 *
 * With h holders the count is Bin(h, 1 - lieProbability) + Bin(users - h, falsePositiveProbability), and the
 * dummies' number, which only grows with h; so the accepted numbers are an interval, and it holds the true
 * one with probability at least 1 - error whatever the data.
 */
export function holdersInterval(
  observed: CategoryCount,
  error: number,
): { readonly lower: number; readonly upper: number } {
  const { users, count, lieProbability, falsePositiveProbability, dummies } = observed;
  const tails = (holders: number): Tails =>
    coinSumTails(
      count,
      { trials: holders, probability: 1 - lieProbability, complement: lieProbability },
      {
        trials: users - holders,
        probability: falsePositiveProbability,
        complement: 1 - falsePositiveProbability,
      },
      dummies,
    );
  return {
    lower: firstIntegerWhere((holders) => tails(holders).atLeast > error / 2, 0, users),
    upper: users - firstIntegerWhere((others) => tails(users - others).atMost > error / 2, 0, users),
  };
}
