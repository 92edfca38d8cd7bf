/** Discrete laws of a privacy loss, and what every stage needs of them. */

/**
 * A discrete law of the privacy loss log(dP/dQ) of a pair (P, Q) under P. Masses need not sum to one.
 *
 * Its hockey-stick divergence is delta(epsilon) = sum of mass (1 - e^(epsilon - loss))_+ + infinityMass.
 */
export interface Pmf {
  /** Finite losses, nats, rising. */
  readonly loss: Float64Array;
  /** P-mass at each loss; the Q-mass is e^-loss times that. */
  readonly mass: Float64Array;
  /** P-mass at loss Infinity, where Q has none. */
  readonly infinityMass: number;
  /** Q-mass at loss -Infinity, where P has none: the infinity mass of (Q, P). */
  readonly reverseInfinityMass: number;
}

/** The finite part of a discrete law. */
export type FinitePmf = Pick<Pmf, "loss" | "mass">;

/** A discrete law of the privacy loss under P at equally spaced losses: `mass[i]` at (first + i) step. */
export interface LatticePmf {
  /** Nats between neighbouring points, > 0. */
  readonly step: number;
  /** Index of the first point, an integer. */
  readonly first: number;
  readonly mass: Float64Array;
  /** P-mass at loss Infinity. */
  readonly infinityMass: number;
}

/** A lattice law composed with itself. */
export interface RepeatedPmf {
  readonly pmf: LatticePmf;
  readonly times: number;
}

/**
 * Which side of the true law a discrete one is on: its delta(epsilon) is nowhere smaller (pessimistic) or
 * larger (optimistic).
 */
export type Side = "pessimistic" | "optimistic";

/** Two discrete laws whose delta(epsilon) enclose the true one at every epsilon. */
export type PmfBracket = Readonly<Record<Side, Pmf>>;

/** The law for (Q, P), given the one for (P, Q). */
export function reversePmf({ loss, mass, infinityMass, reverseInfinityMass }: Pmf): Pmf {
  const last = loss.length - 1;
  return {
    loss: loss.map((_, i) => -loss[last - i]!),
    // In two steps, neither of which overflows.
    mass: mass.map(
      (_, i) => mass[last - i]! * Math.exp(-loss[last - i]! / 2) * Math.exp(-loss[last - i]! / 2),
    ),
    infinityMass: reverseInfinityMass,
    reverseInfinityMass: infinityMass,
  };
}

/**
 * The share of a point's P-mass that goes to the upper one of two losses when it is split between them, mean
 * ratio kept.
 *
 * Splitting the likelihood ratio e^loss between e^(loss - below) and e^(loss + above) with mass and mean kept
 * sends (1 - e^-below) / (1 - e^-(below + above)) of the P-mass up; the Q-mass follows.
 */
export function upperMassShare(below: number, above: number): number {
  return Math.expm1(-below) / Math.expm1(-below - above);
}
