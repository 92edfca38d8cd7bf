import type { ProgressCallback } from "./progress-callback.js";

/**
 * A pair of output laws (P, Q), seen through its privacy loss log(dP/dQ).
 *
 * Everything that differential privacy asks about the pair is its profile H(x) = E_P[(1 - x e^-loss)_+], and H(e^epsilon) is
 * delta(epsilon). One measure is *above* another where its profile is nowhere smaller; composing adds losses and keeps that
 * order, factor by factor (docs/theorems/privacy-loss-distributions.md).
 */
export interface LossPair {
  /** Whether P against Q and Q against P have the same profile, so that one direction says all. */
  readonly symmetric: boolean;
  /** About the standard deviation of the loss: the first guess of the grid. */
  readonly lossScale: number;
  /** About the distance between the smallest and the largest loss that `atoms` would give. */
  lossSpan(negligible: number): number;
  /** Where given, E_Q[(dP/dQ - 1)^2] but for rounding: half its root bounds delta(0), whatever the direction. */
  readonly chiSquare?: number;
  /** Where given, the share of the aimed width that the lattice may spend; the rest is for the pair's own discretisation. */
  readonly latticeShare?: number;
  /** Where given, smaller steps would take unreasonably long. */
  readonly smallestStep?: number;
  /** Where given, a step that takes long takes very long: the first pass is a coarse one, which shows what finer ones will take. */
  readonly probeFirst?: boolean;
  /** Where given, grid steps are whole fractions of it, so that atoms lie on the grid. */
  readonly alignment?: number;
  /** Where given, a loss near which most of the mass lies: grid steps that are not larger are whole fractions of it. */
  readonly bulk?: number;
  /**
   * Atoms whose profiles enclose the pair's; the closer, the smaller `step`.
   *
   * @param negligible mass that may be cut off at each end of the laws; it goes to infinite loss on the upper side
   * @param watch for those that take long
   */
  atoms(step: number, negligible: number, watch?: ProgressCallback): AtomsBracket;
}

export interface AtomsBracket {
  readonly upper: LossAtoms;
  readonly lower: LossAtoms;
  /** Where given, about how many pairs of points were added up for it; it grows with the inverse square of the step. */
  readonly work?: number;
}

/** A discrete pair: atom i has privacy loss `loss[i]` (rising), mass `mass[i]` under P and mass e^-loss times that under Q. */
export interface LossAtoms {
  readonly loss: Float64Array;
  readonly mass: Float64Array;
  /** P's mass where Q has none. */
  readonly infinite: number;
  /** Q's mass where P has none. */
  readonly vanishing: number;
}
