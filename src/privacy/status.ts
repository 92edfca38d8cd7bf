/**
 * How far a figure can be relied on.
 *
 * - `proven`: holds for every pair of neighbours under the stated adjacency and trust model;
 * - `conditional`: proven under named assumptions which the library cannot check;
 * - `approximate`: an approximation whose error is not bounded;
 * - `refuted`: a counterexample is known.
 */
export type Status = "proven" | "conditional" | "approximate" | "refuted";

/** Every status, best first. */
export const STATUSES: readonly Status[] = ["proven", "conditional", "approximate", "refuted"];
