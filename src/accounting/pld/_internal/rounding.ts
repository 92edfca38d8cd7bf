/**
 * What floating point may cost per round, beyond the transform's own bound.
 *
 * Every mass of a discretised pair is right within MASS of itself and every loss within LOSS nats, so that after T rounds
 * the true delta(epsilon) lies between (1 + MASS)^-T delta(epsilon + T LOSS) and (1 + MASS)^T delta(epsilon - T LOSS) of the
 * computed measures. Derivation: docs/theorems/privacy-loss-distributions.md, section 6.
 */
const MASS = 1e-10;
const LOSS = 1e-13;

/** Factor of delta and shift of epsilon after so many rounds. */
export function roundingAfter(rounds: number): { readonly factor: number; readonly shift: number } {
  return { factor: Math.exp(MASS * (rounds + 1)), shift: LOSS * rounds };
}
