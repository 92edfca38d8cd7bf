import type { Pmf } from "../pmf.js";

/** A law of the loss less a constant. */
export interface CentredPmf {
  readonly pmf: Pmf;
  /** What was taken off every loss, nats. */
  readonly modalLoss: number;
}

/**
 * The law less the loss at which it has most of its mass, where there is one: on a lattice that does not have
 * that point, splitting the mass would drown the rare losses of the rest.
 */
export function aroundModalLoss(pmf: Pmf): CentredPmf {
  const { loss, mass } = pmf;
  const total = mass.reduce((sum, each) => sum + each, 0);
  // Any share is valid: a lattice without that point gives a wider bracket.
  const mode = mass.findIndex((each) => each > 0.5 * total);
  const modalLoss = loss[mode] ?? 0;
  if (modalLoss === 0) return { pmf, modalLoss };
  return { pmf: { ...pmf, loss: loss.map((each) => each - modalLoss) }, modalLoss };
}
