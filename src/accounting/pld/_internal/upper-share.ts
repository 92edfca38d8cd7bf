/**
 * The share of an atom's P-mass that a mean-preserving split sends to the upper one of two losses.
 *
 * Splitting the likelihood ratio e^loss between e^(loss - below) and e^(loss + above) with mass and mean kept sends
 * (1 - e^-below) / (1 - e^-(below + above)) of the P-mass up; its Q-mass follows.
 */
export function upperShare(below: number, above: number): number {
  return Math.expm1(-below) / Math.expm1(-below - above);
}
