import type { Adjacency } from "../../../privacy/adjacency.js";

/** How far one record can move a sum of vectors clipped to l2 norm `clipBound`. */
export function sensitivity(adjacency: Adjacency, clipBound: number): number {
  return adjacency === "replace-one" ? 2 * clipBound : clipBound;
}
