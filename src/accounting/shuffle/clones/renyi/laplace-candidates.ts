import type { ClonesPair } from "../pair/clones-pair.js";

/** A point that may dominate a moment of the clones pair: the share (1 + y) / 2 of the coins is "0". */
export interface LaplaceCandidate {
  /** log of the likelihood ratio, (1 + contrast y) / (1 - contrast y). */
  readonly logRatio: number;
  /** Relative entropy of one coin: the probability of that share among n coins is about exp(-n rate). */
  readonly rate: number;
}

/**
 * Shares from 1e-9 to 1 - 1e-9 are looked at, this factor apart. They choose widths and an order, and are
 * valid at any: half or twice the step moves an epsilon by less than 1e-4 of itself.
 */
const GROWTH = 1.15;

/**
 * Laplace's method: shares y from about a least one up to 1, in geometric steps, among which a moment has its
 * largest term.
 */
export function laplaceCandidates(localEpsilon: number, least: number): readonly LaplaceCandidate[] {
  const contrast = Math.tanh(localEpsilon / 2);
  const steps = Math.ceil(Math.max(0, -Math.log(Math.max(1e-9, least))) / Math.log(GROWTH));
  return Array.from({ length: steps + 1 }, (_, i) => {
    const y = (1 - 1e-9) / GROWTH ** i;
    return {
      logRatio: 2 * Math.atanh(contrast * y),
      // Below a thousandth the terms cancel.
      rate: y < 1e-3 ? (y * y) / 2 : ((1 + y) * Math.log1p(y) + (1 - y) * Math.log1p(-y)) / 2,
    };
  });
}

/** Approximates the order at which the clones pair has a given log-moment. */
export function orderOfLogMoment(pair: ClonesPair, logMoment: number): number {
  const { localEpsilon, users, cloneProbability } = pair;
  const peak = Math.sqrt((2 * logMoment) / (1 + (users - 1) * cloneProbability));
  const logShareAt = (rate: number): number =>
    (users - 1) * Math.log1p(cloneProbability * Math.expm1(-rate)) - rate; // log E[exp(-rate (C + 1))]
  return laplaceCandidates(localEpsilon, peak / 8).reduce(
    (least, { logRatio, rate }) => Math.min(least, (logMoment - logShareAt(rate)) / logRatio),
    Infinity,
  );
}
