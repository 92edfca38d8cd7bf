import type { ClonesPair } from "../pair/clones-pair.js";

/** Fair-coin answers of which the share (1 + y) / 2 is "0". */
export interface LaplaceCandidate {
  /** log of the likelihood ratio, (1 + contrast y) / (1 - contrast y). */
  readonly logRatio: number;
  /** What an answer costs: P(as many of n) is about exp(-n cost). */
  readonly cost: number;
}

const GROWTH = 1.15;
const LARGEST = 1 - 1e-9;
const LEAST = 1e-9;
/** Below it the terms of the cost cancel. */
const SMALL = 1e-3;

/** Excess shares y from about a least one to 1, in geometric steps: what Laplace's method looks through for the largest term of a moment. */
export function laplaceCandidates(localEpsilon: number, least: number): readonly LaplaceCandidate[] {
  const contrast = Math.tanh(localEpsilon / 2);
  const steps = Math.ceil(Math.max(0, -Math.log(Math.max(LEAST, least))) / Math.log(GROWTH));
  return Array.from({ length: steps + 1 }, (_, i) => {
    const y = LARGEST / GROWTH ** i;
    return {
      logRatio: 2 * Math.atanh(contrast * y),
      cost: y < SMALL ? (y * y) / 2 : ((1 + y) * Math.log1p(y) + (1 - y) * Math.log1p(-y)) / 2,
    };
  });
}

/** About the order at which the clones pair's log-moment is so large. */
export function orderOfLogMoment(pair: ClonesPair, logMoment: number): number {
  const { localEpsilon, users, cloneProbability } = pair;
  const peak = Math.sqrt((2 * logMoment) / (1 + (users - 1) * cloneProbability));
  const logShareAt = (cost: number): number =>
    (users - 1) * Math.log1p(cloneProbability * Math.expm1(-cost)) - cost; // log E[exp(-cost (C + 1))]
  return laplaceCandidates(localEpsilon, peak / 8).reduce(
    (least, { logRatio, cost }) => Math.min(least, (logMoment - logShareAt(cost)) / logRatio),
    Infinity,
  );
}
