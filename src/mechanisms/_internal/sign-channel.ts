import { exp, tanh } from "../../numerics/portable-math.js";
import { type RandomSource, sampleBernoulli } from "../../random/index.js";

/** Upwards past the rounding of the operations that make the probability, so that its odds never exceed e^ε₀. */
const ROUNDING_UP = 1 + 4 * Number.EPSILON;

/** A number in [-1, 1] goes in, is rounded to a sign without bias, and the sign is told by binary randomized response. */
export interface SignChannel {
  /** (e^ε₀ + 1) / (e^ε₀ - 1): the sign times this is an unbiased estimate of the number. */
  readonly gain: number;
  /** Whether the sign told is plus. */
  draw(source: RandomSource, unit: number): boolean;
  /** The chance of that. */
  probability(plus: boolean, unit: number): number;
}

/** The ε₀-LDP channel; only the flip's probability matters to privacy, so rounding of `unit` cannot harm it. */
export function signChannel(epsilon: number): SignChannel {
  const flip = (exp(-epsilon) / (1 + exp(-epsilon))) * ROUNDING_UP;
  return {
    gain: 1 / tanh(epsilon / 2),
    draw: (source, unit) => sampleBernoulli(source, (1 + unit) / 2) !== sampleBernoulli(source, flip),
    probability(plus, unit) {
      const same = (plus ? 1 + unit : 1 - unit) / 2;
      return same * (1 - flip) + (1 - same) * flip;
    },
  };
}
