/**
 * The ternary chi divergence of shuffled reports: what GDD21's bound of subsampled shuffling is built from.
 *
 * Derivation and what it is for: docs/theorems/gdd21.md.
 */
import { checkNumber, checkOptions, DOMAIN } from "../../validate.js";
import { logTernaryChi } from "./_internal/ternary-chi.js";

/**
 * The bound of the ternary |chi|^alpha divergence of k shuffled reports.
 *
 * ζ(α)^α = 4 (e^ε₀ − 1)²/(k̄ e^ε₀) + T for α = 2, and α Γ(α/2) (2 (e^2ε₀ − 1)²/(k̄ e^2ε₀))^(α/2) + T beyond,
 * with k̄ = ⌊(k − 1)/(2 e^ε₀)⌋ + 1 and T = (e^ε₀ − e^−ε₀)^α e^(−(k − 1)/(8 e^ε₀)). Guarantee: upper bound,
 * rounding included, of E_R |(P − Q)/R|^α over all triples P, Q, R of neighbouring data. Assumes: replace-one
 * adjacency; each user sends one report; honest shuffler. Edges: ε₀ = 0 → 0; Infinity beyond the largest
 * double.
 *
 * @param options.localEpsilon ε₀ of one report, pure local DP, nats, 0 or [1e-12, 100]
 * @param options.sampled k, reports in the shuffle, integer in [1, 1e12]
 * @param options.order α, integer in [2, 100000]
 * @returns ζ(α)^α
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range
 * @example gdd21TernaryChi({ localEpsilon: 1, sampled: 1000, order: 2 }).toFixed(6); // "0.023612"
 * @see Girgis, Data, Diggavi, "Renyi Differential Privacy of the Subsampled Shuffle Model in Distributed
 *   Learning", NeurIPS 2021, arXiv:2107.08763, Theorem 4
 */
export function gdd21TernaryChi(options: {
  readonly localEpsilon: number;
  readonly sampled: number;
  readonly order: number;
}): number {
  checkOptions("gdd21TernaryChi", options);
  const localEpsilon = checkNumber(
    "gdd21TernaryChi: localEpsilon",
    options.localEpsilon,
    DOMAIN.localEpsilon,
  );
  const sampled = checkNumber("gdd21TernaryChi: sampled", options.sampled, DOMAIN.count);
  const order = checkNumber("gdd21TernaryChi: order", options.order, { min: 2, max: 100_000, integer: true });
  if (localEpsilon === 0) return 0;
  const log = logTernaryChi({ localEpsilon, sampled }, order)[order]!;
  return Math.exp(log) * (1 + 2 ** -46 * (1 + Math.abs(log)));
}
