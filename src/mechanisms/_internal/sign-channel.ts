import { exp, tanh } from "../../numerics/portable-math.js";
import { type RandomSource, sampleBernoulli } from "../../random/index.js";

/** More than the rounding of the operations that make the probability, so that its odds never exceed e^ε₀. */
const ROUNDING_UP = 1 + 4 * Number.EPSILON;

/**
 * A number in [-1, 1] goes in, is rounded to a sign without bias, and the sign is reported by binary
 * randomized response.
 */
export interface SignChannel {
  /** (e^ε₀ + 1) / (e^ε₀ - 1): the sign times this is an unbiased estimate of the number. */
  readonly gain: number;
  /** Whether the reported sign is plus. */
  draw(source: RandomSource, unit: number): boolean;
  /** The probability of a reported sign. */
  probability(plus: boolean, unit: number): number;
}

/**
 * The ε₀-LDP channel; only the probability of the flip matters to privacy, so rounding of `unit` cannot harm
 * it.
 */
export function signChannel(localEpsilon: number): SignChannel {
  const flipProbability = (exp(-localEpsilon) / (1 + exp(-localEpsilon))) * ROUNDING_UP;
  return {
    gain: 1 / tanh(localEpsilon / 2),
    draw: (source, unit) =>
      sampleBernoulli(source, (1 + unit) / 2) !== sampleBernoulli(source, flipProbability),
    probability(plus, unit) {
      const same = (plus ? 1 + unit : 1 - unit) / 2;
      return same * (1 - flipProbability) + (1 - same) * flipProbability;
    },
  };
}
