import type { MechanismEvent } from "../../../privacy/index.js";
import { logMixture } from "./log-mixture.js";

/**
 * A gradient that may be in a sum: its inner product with what the sum is estimated to be, and with itself.
 */
export interface Candidate {
  readonly inner: number;
  readonly square: number;
}

/** What a round shows of a record. */
export interface RoundEvidence {
  readonly round: number;
  readonly participants: number;
  readonly present: Candidate;
  /** What stands in for the record; undefined where that is zero. */
  readonly absent: Candidate | undefined;
}

/** What a run's releases tell of a canary: the larger, the more they speak for its presence. */
export interface ReleaseScore {
  /** The share of the examples that a round's sum is expected to be of; 0 where that is not known. */
  rateOf(participants: number): number;
  add(evidence: RoundEvidence): void;
  readonly total: number;
}

/**
 * The score that fits what the rounds are said to be: the log-likelihood ratio, over all rounds, where the
 * noise is Gaussian; else the inner products with the canary. Of a system that is not what it says it is the
 * score is still a score.
 */
export function releaseScore(event: MechanismEvent | undefined, clipBound: number): ReleaseScore {
  const law = event && roundLawOf(event, clipBound);
  if (law === undefined) return inner();
  return "steps" in law ? allocated(law) : independent(law);
}

/** Rounds with Gaussian noise: who joins, and how much noise there is on their sum. */
interface RoundLaw {
  readonly rateOf: (participants: number) => number;
  readonly varianceOf: (participants: number) => number;
}

/** Rounds of which every example joins exactly one. */
interface AllocatedLaw {
  readonly steps: number;
  readonly variance: number;
}

function roundLawOf(event: MechanismEvent, clipBound: number): RoundLaw | AllocatedLaw | undefined {
  if (event.kind === "weightShuffle") return roundLawOf(event.of, clipBound);
  const of = "of" in event ? event.of : event;
  if (Array.isArray(of) || !("kind" in of) || of.kind !== "gaussian" || of.noiseToClip === undefined)
    return undefined;
  const variance = (of.noiseToClip * clipBound) ** 2;
  switch (event.kind) {
    case "gaussian":
      return { rateOf: () => 1, varianceOf: () => variance };
    case "poissonSample":
      return { rateOf: () => event.rate, varianceOf: () => variance };
    case "checkInShuffle":
    case "subsampledShuffle": {
      const sendsDummies = "absentees" in event && event.absentees === "dummy";
      const reportsOf = (count: number): number =>
        (sendsDummies ? event.users : count) + (event.dummies ?? 0);
      // Dummies hide how many joined: only the rate is known.
      const hiddenRate = sendsDummies ? event.checkInRate : undefined;
      return {
        rateOf: (count) => hiddenRate ?? count / event.users,
        varianceOf: (count) => reportsOf(count) * variance,
      };
    }
    case "randomAllocation":
      return { steps: event.steps, variance };
    default:
      return undefined;
  }
}

function inner(): ReleaseScore {
  let total = 0;
  return {
    rateOf: () => 0,
    add: ({ present, absent }) => {
      total += present.inner - (absent?.inner ?? 0);
    },
    get total() {
      return total;
    },
  };
}

function independent({ rateOf, varianceOf }: RoundLaw): ReleaseScore {
  let total = 0;
  return {
    rateOf,
    add: ({ participants, present, absent }) => {
      const rate = rateOf(participants);
      const variance = varianceOf(participants);
      if (variance === 0) return; // nobody reported, as everybody sees
      const mixed = (candidate: Candidate | undefined): number =>
        candidate === undefined ? 0 : logMixture(rate, lossOf(candidate, variance));
      total += mixed(present) - mixed(absent);
    },
    get total() {
      return total;
    },
  };
}

function allocated({ steps, variance }: AllocatedLaw): ReleaseScore {
  /** Losses of the rounds of each epoch so far. */
  const epochs: { readonly present: number[]; readonly absent: number[] }[] = [];
  return {
    rateOf: () => 1 / steps,
    add: ({ round, present, absent }) => {
      const epoch = Math.floor(round / steps);
      epochs[epoch] ??= { present: [], absent: [] };
      epochs[epoch].present.push(lossOf(present, variance));
      epochs[epoch].absent.push(absent === undefined ? 0 : lossOf(absent, variance));
    },
    get total() {
      return epochs.reduce(
        (sum, { present, absent }) => sum + logMeanOf(present, steps) - logMeanOf(absent, steps),
        0,
      );
    },
  };
}

/** Log-likelihood ratio of a Gaussian vector about a mean to one about zero. */
function lossOf({ inner, square }: Candidate, variance: number): number {
  return (inner - square / 2) / variance;
}

/** The logarithm of the mean of the ratios of all rounds of an epoch; of those to come the ratio is 1. */
function logMeanOf(losses: readonly number[], steps: number): number {
  const most = Math.max(0, ...losses);
  const rest = (steps - losses.length) * Math.exp(-most);
  return most + Math.log((losses.reduce((sum, loss) => sum + Math.exp(loss - most), 0) + rest) / steps);
}
