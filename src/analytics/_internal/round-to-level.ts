import { type RandomSource, sampleBernoulli } from "../../random/index.js";

/** One of the two levels 0, ..., levels - 1 around a position in [0, levels - 1], with the position as mean. */
export function roundToLevel(source: RandomSource, position: number): number {
  const below = Math.floor(position);
  return below + Number(sampleBernoulli(source, position - below));
}
