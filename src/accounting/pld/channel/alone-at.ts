import type { BlanketPair } from "./blanket-pairs.js";

/** Delta of one report that nothing hides, at x = e^epsilon: rounded up. */
export function aloneAt({ before, after, revealed }: BlanketPair, x: number): number {
  const seen = before.reduce((sum, p, i) => sum + Math.max(0, p - x * after[i]!), 0);
  return (
    (revealed.reduce((sum, [p, q]) => sum + Math.max(0, p - x * q), 0) + seen) * (1 + 2 ** -40) + 2 ** -50
  );
}
