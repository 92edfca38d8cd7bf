import { checkNumber, RANGES, wrongShape } from "../../validate.js";

/**
 * Probabilities proportional to exp(logit / temperature).
 *
 * @throws DpError BAD_INPUT the logits are no Float32Array, or empty; OUT_OF_RANGE a temperature that is not
 *   above 0
 */
export function softmax(logits: Float32Array, temperature = 1): Float64Array {
  if (!(logits instanceof Float32Array) || logits.length === 0) {
    throw wrongShape("softmax: logits", logits, "a Float32Array of at least one number");
  }
  checkNumber("softmax: temperature", temperature, RANGES.positive);
  const largest = logits.reduce((most, logit) => Math.max(most, logit), -Infinity);
  const powers = Float64Array.from(logits, (logit) => Math.exp((logit - largest) / temperature));
  const total = powers.reduce((sum, power) => sum + power);
  return powers.map((power) => power / total);
}
