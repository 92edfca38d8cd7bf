import type { ResponseShape } from "../../core/response-shape.js";
import type { BlanketPair } from "./blanket-pairs.js";

/** Less than the masses by more than they round. */
const ROUNDED_DOWN = 1 - 2 ** -40;

/** Two inputs of a randomizer of two levels whose sets meet least: reports in either set alone, in both and in neither. */
export function subsetPair({ localEpsilon, categories, ownShare }: ResponseShape): BlanketPair {
  const level = Math.exp(localEpsilon);
  const norm = Math.expm1(localEpsilon) + categories;
  const reports = [
    { mass: ownShare, before: level, after: 1 },
    { mass: ownShare, before: 1, after: level },
    { mass: 1 - ownShare, before: level, after: level },
    { mass: categories - 1 - ownShare, before: 1, after: 1 },
  ].filter(({ mass }) => mass > 0); // sets of half of the mass or more may leave none outside
  return {
    blanket: Float64Array.from(reports, ({ mass }) => (mass / norm) * ROUNDED_DOWN),
    before: Float64Array.from(reports, ({ mass, before }) => (mass / norm) * before),
    after: Float64Array.from(reports, ({ mass, after }) => (mass / norm) * after),
    revealed: [],
  };
}
