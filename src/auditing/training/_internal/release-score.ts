import type { MechanismEvent } from "../../../privacy/index.js";
import { dot, type Expected } from "./canary.js";
import { logMixture } from "./log-mixture.js";

/** A round's release as an estimate of the sum behind it, with what is known of the rest of the sum taken off. */
export interface EstimatedSum {
  readonly round: number;
  readonly sum: Float64Array;
  readonly participants: number;
  readonly expected: Expected;
}

/** What a run's releases tell of a canary: the larger, the more they speak for its presence. */
export interface ReleaseScore {
  /** The share of the examples that a round's sum is expected to be of; 0 where that is not known. */
  rateOf(participants: number): number;
  add(estimate: EstimatedSum): void;
  readonly total: number;
}

/**
 * The score that fits what the rounds are said to be: the log-likelihood ratio, over all rounds, where the noise is Gaussian; else the inner
 * products with the canary. Of a system that is not what it says it is the score is still a score.
 */
export function releaseScore(event: MechanismEvent | undefined, clipBound: number): ReleaseScore {
  const law = event && roundLawOf(event, clipBound);
  if (law === undefined) return inner();
  return "steps" in law ? allocated(law) : independent(law);
}

/** Rounds with Gaussian noise: who joins, and how much noise there is on the sum of so many. */
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
    case "subsampledShuffle":
      return { rateOf: (count) => count / event.users, varianceOf: (count) => count * variance };
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
    add: ({ sum, expected: { present, absent } }) => {
      total += dot(sum, present) - (absent === undefined ? 0 : dot(sum, absent));
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
    add: ({ sum, participants, expected: { present, absent } }) => {
      if (participants === 0) return;
      const rate = rateOf(participants);
      const variance = varianceOf(participants);
      const mixed = (mean: Float64Array | undefined): number =>
        mean === undefined ? 0 : logMixture(rate, lossOf(sum, mean, variance));
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
    add: ({ round, sum, expected: { present, absent } }) => {
      const epoch = Math.floor(round / steps);
      epochs[epoch] ??= { present: [], absent: [] };
      epochs[epoch].present.push(lossOf(sum, present, variance));
      epochs[epoch].absent.push(absent === undefined ? 0 : lossOf(sum, absent, variance));
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
function lossOf(sum: Float64Array, mean: Float64Array, variance: number): number {
  return (dot(sum, mean) - dot(mean, mean) / 2) / variance;
}

/** The logarithm of the mean of the ratios of all rounds of an epoch; of those to come the ratio is 1. */
function logMeanOf(losses: readonly number[], steps: number): number {
  const most = Math.max(0, ...losses);
  const rest = (steps - losses.length) * Math.exp(-most);
  return most + Math.log((losses.reduce((sum, loss) => sum + Math.exp(loss - most), 0) + rest) / steps);
}
