import type { ResponseShape } from "../../core/response-shape.js";
import type { BlanketPair } from "./blanket-pairs.js";

/** Less than the masses by more than they round. */
const ROUNDED_DOWN = 1 - 2 ** -40;

/** Two inputs of a randomizer of two levels whose sets meet least: reports in either set alone, in both and in neither. */
export function subsetPair({ localEpsilon, categories, ownShare }: ResponseShape): BlanketPair {
  const level = Math.exp(localEpsilon);
  const norm = Math.expm1(localEpsilon) + categories;
  const masses = [ownShare, ownShare, 1 - ownShare, Math.max(0, categories - 1 - ownShare)].map(
    (mass) => mass / norm,
  );
  const column = (levels: readonly number[]): Float64Array =>
    Float64Array.from(masses, (mass, i) => mass * levels[i]!);
  return {
    blanket: column([1, 1, 1, 1].map((one) => one * ROUNDED_DOWN)),
    before: column([level, 1, level, 1]),
    after: column([1, level, level, 1]),
    revealed: [],
  };
}
