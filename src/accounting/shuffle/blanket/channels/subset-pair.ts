import { ROUNDING, roundedDown } from "../../../../numerics/rounding.js";
import type { ResponseShape } from "../../../rounds/response-shape.js";
import { type BlanketPair, blanketPair } from "./blanket-pairs.js";

/**
 * Two inputs of a randomizer of two levels whose sets meet least: reports in either set alone, in both and in
 * neither.
 */
export function subsetPair(
  { localEpsilon, categories, ownShare }: ResponseShape,
  users: number,
): BlanketPair {
  const rest = Math.exp(-localEpsilon);
  const high = 1 / (1 - rest + categories * rest);
  const low = high * rest;
  const reports = [
    { mass: ownShare, before: high, after: low },
    { mass: ownShare, before: low, after: high },
    { mass: 1 - ownShare, before: high, after: high },
    { mass: categories - 1 - ownShare, before: low, after: low },
  ].filter(({ mass }) => mass > 0); // sets of half of the mass or more may leave none outside
  return blanketPair(
    reports.map(({ mass, before, after }) => [
      roundedDown(mass * low, ROUNDING.sum),
      mass * before,
      mass * after,
    ]),
    users,
  );
}
