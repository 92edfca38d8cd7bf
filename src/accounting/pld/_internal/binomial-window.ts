/**
 * The counts outside which Bin(trials, probability) has at most `negligible` mass, by Bernstein's inequality.
 *
 * P(|X - mean| >= t) <= 2 exp(-t^2 / (2 (variance + t / 3))).
 */
export function binomialWindow(
  trials: number,
  probability: number,
  negligible: number,
): { readonly from: number; readonly to: number } {
  const mean = trials * probability;
  const nats = Math.log(2 / negligible);
  const reach = nats / 3 + Math.sqrt((nats / 3) ** 2 + 2 * nats * mean * (1 - probability));
  return { from: Math.max(0, Math.floor(mean - reach)), to: Math.min(trials, Math.ceil(mean + reach)) };
}
