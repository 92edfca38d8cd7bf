/** Probabilities proportional to exp(logit / temperature). */
export function softmax(logits: Float32Array, temperature = 1): Float64Array {
  const largest = logits.reduce((most, logit) => Math.max(most, logit), -Infinity);
  const powers = Float64Array.from(logits, (logit) => Math.exp((logit - largest) / temperature));
  const total = powers.reduce((sum, power) => sum + power);
  return powers.map((power) => power / total);
}
