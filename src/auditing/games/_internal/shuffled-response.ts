import type { RandomizedResponseEvent } from "../../../privacy/index.js";
import { drawOutcome, type Loss } from "./finite-loss.js";

/**
 * Shuffled k-ary responses: the changed user holds answer 0 or 1, all others answer 2 where there is one, else 1.
 *
 * Of counts h the ratio is (sum_y R(y | 0) h_y / r_y) / (sum_y R(y | 1) h_y / r_y), r the others' law: each of the reports of y is the changed user's with
 * equal probability. Answers beyond these three are counted as one.
 */
export function shuffledResponseLoss({ epsilon, categories }: RandomizedResponseEvent, users: number): Loss {
  const lie = 1 / (Math.exp(epsilon) + categories - 1);
  const truth = 1 - (categories - 1) * lie;
  const rest = Math.max(0, categories - 3) * lie;
  const lawOf = (answer: number): number[] =>
    [0, 1, 2].slice(0, Math.min(categories, 3)).map((each) => (each === answer ? truth : lie));
  const [present, absent, others] = [0, 1, Math.min(2, categories - 1)].map((answer) => [
    ...lawOf(answer),
    rest,
  ]) as [number[], number[], number[]];
  const counts = others.map(() => 0);
  const weight = (law: readonly number[]): number =>
    counts.reduce((sum, count, y) => (count === 0 ? sum : sum + (law[y]! * count) / others[y]!), 0);
  return (secret, source) => {
    counts.fill(0);
    counts[drawOutcome(secret ? present : absent, source)]! += 1;
    for (let user = 1; user < users; user++) counts[drawOutcome(others, source)]! += 1;
    return Math.log(weight(present)) - Math.log(weight(absent));
  };
}
