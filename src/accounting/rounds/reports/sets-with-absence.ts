import { ROUNDING, roundedDown, roundedUp } from "../../../numerics/rounding.js";
import type { SubsetResponseEvent } from "../../../privacy/index.js";
import type { ResponseSets } from "./local-row.js";

/**
 * Responses of two levels that are "absent" with probability 1 - joins: relative to a base law with a point
 * for "absent" they have the same two levels, on sets of smaller mass. Of any pure randomizer the worst is
 * binary response with "absent".
 *
 * @see docs/theorems/absent-reports.md
 */
export function setsWithAbsence(
  epsilon: number,
  { mass, overlap }: ResponseSets,
  joins: number,
): SubsetResponseEvent {
  // Both divided by the mass of the base law that is not "absent".
  const rest = joins + (1 - joins) * (1 + mass * Math.expm1(epsilon));
  const scale = joins / rest;
  // A larger set and a smaller overlap hide less.
  return {
    kind: "subsetResponse",
    epsilon,
    mass: Math.min(mass, roundedUp(mass * scale, ROUNDING.formula)),
    overlap: roundedDown(overlap * scale, ROUNDING.formula),
  };
}
