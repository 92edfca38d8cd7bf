import type { BoundParameters } from "../../layers/_internal/bound-layer.js";
import { entriesOf } from "./entries-of.js";

const NORMS = { l1: absolute, l2: euclidean, linf: largest };

/**
 * The norm of an example's gradient, which is made zero first where its norm is not finite.
 *
 * A single record can bring that about, so a run that stopped over it, or a sum that turned NaN, would tell
 * of the record.
 */
export function finiteNorm(
  trained: readonly BoundParameters[],
  example: number,
  norm: "l1" | "l2" | "linf",
): number {
  const length = NORMS[norm](trained, example);
  if (length < Infinity) return length;
  for (const parameters of trained) parameters.clearGradient(example);
  return 0;
}

function euclidean(trained: readonly BoundParameters[], example: number): number {
  let total = 0;
  for (const parameters of trained) total += parameters.squaredNorm(example);
  return Math.sqrt(total);
}

function largest(trained: readonly BoundParameters[], example: number): number {
  let total = 0;
  for (const parameters of trained) total = Math.max(total, entriesOf(parameters).largestMagnitude(example));
  return total;
}

function absolute(trained: readonly BoundParameters[], example: number): number {
  let total = 0;
  for (const parameters of trained) {
    const { entry, places } = entriesOf(parameters);
    for (let i = 0; i < places.length; i++) total += Math.abs(entry(example, i));
  }
  return total;
}
