/**
 * Which data sets count as neighbours.
 *
 * - `replace-one`: one record is replaced by another (l2 sensitivity 2C for updates clipped to norm C);
 * - `zero-out`: one record is replaced by the zero record (sensitivity C);
 * - `add-or-remove`: one record is there or not (sensitivity C).
 */
export type Adjacency = "replace-one" | "zero-out" | "add-or-remove";

/** Every adjacency. */
export const ADJACENCIES: readonly Adjacency[] = ["replace-one", "zero-out", "add-or-remove"];
