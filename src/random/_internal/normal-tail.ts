import { log } from "../../numerics/portable-math.js";
import type { RandomSource } from "../random-source.js";
import { sampleUniform } from "../sample-uniform.js";
import { TAIL_START } from "./ziggurat.js";

/** A standard normal number given that it exceeds `TAIL_START` (Marsaglia, Technometrics 1964); reaches 12.2. */
export function sampleNormalTail(source: RandomSource): number {
  for (;;) {
    const excess = -log(sampleUniform(source)) / TAIL_START;
    if (-2 * log(sampleUniform(source)) > excess * excess) return TAIL_START + excess;
  }
}
