import { DpError } from "../../errors.js";
import type { Adjacency } from "../../privacy/adjacency.js";
import { checkOneOf, show } from "../../validate.js";

/**
 * Which training sets count as neighbours: sets of one size, because that size is public.
 *
 * Every protocol draws from n examples or divides by n (or by n's share of a round), and so do the noise and
 * every released mean. Neighbours of n and n - 1 examples would differ in the scale of the noise itself,
 * which no event accounts for.
 */
export type TrainingAdjacency = Exclude<Adjacency, "add-or-remove">;

/** The adjacencies that training accepts. */
export const TRAINING_ADJACENCIES: readonly TrainingAdjacency[] = ["replace-one", "zero-out"];

/** @throws DpError BAD_INPUT add-or-remove, or no adjacency at all */
export function checkTrainingAdjacency(name: string, value: unknown): TrainingAdjacency {
  if (value !== "add-or-remove") return checkOneOf(name, value, TRAINING_ADJACENCIES);
  const allowed = `one of ${TRAINING_ADJACENCIES.join(", ")}`;
  throw new DpError(
    "BAD_INPUT",
    `${name} must be ${allowed}, got ${show(value)}; the scale of the noise depends on the number of training examples, which is therefore public: take zero-out, whose figures are the same`,
    { parameter: name, value, allowed },
  );
}
