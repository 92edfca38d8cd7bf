import { binomialInterval } from "../../../numerics/binomial-interval.js";
import type { Adjacency, MechanismEvent } from "../../../privacy/index.js";
import { type Accountant, notApplicable } from "../../accountant.js";
import { withinCohort } from "../../approximate/within-cohort.js";
import type { RoundEvent } from "../../rounds-of.js";
import { gaussianEpsilon } from "../../theorems/gaussian.js";
import { shuffledResponsePair } from "../pairs/shuffled-response-pair.js";
import { PrivacyLossDistribution } from "../privacy-loss-distribution.js";
import { pldAccountant, type RoundLoss } from "./pld-accountant.js";

const METHOD = "clones-2023-pld";
/** Reports that may fail to be clones and still leave enough; more failing at once counts as lost. */
const SPARE_REPORTS = 8;
/** Beyond it the pair is not computed, and hides nothing. */
const LARGEST_LOCAL_EPSILON = 30;

/**
 * Clones (2023) and the blanket of randomized response as privacy-loss distributions, sampled and composed: `proven` for every
 * cohort. Gaussian reports and others with a delta of their own are clones but for a failure probability, which delta pays.
 *
 * @see docs/theorems/clones-pld.md
 */
export const clonesPldAccountant: Accountant = pldAccountant(METHOD, (round, adjacency, budget) => {
  const crowd = crowdOf(round, adjacency, budget / 2);
  const report = reportOf(crowd, adjacency, (budget / 2) * crowd.samplingRate);
  const pair = shuffledResponsePair({
    localEpsilon: report.localEpsilon,
    categories: report.categories,
    reports: Math.max(1, crowd.fewest - (report.localDelta > 0 ? SPARE_REPORTS : 0)),
    samplingRate: crowd.samplingRate,
  });
  return {
    loss: report.localEpsilon === 0 ? new PrivacyLossDistribution([]) : PrivacyLossDistribution.of(pair),
    failure: crowd.failure + crowd.samplingRate * cloneFailure(crowd.most, report.localDelta),
    status: "proven",
    assumptions: ["honest-shuffler"],
    source: report.source,
  } satisfies RoundLoss;
});

interface Crowd {
  readonly report: MechanismEvent;
  readonly fewest: number;
  readonly most: number;
  /** Largest share of the users that reports. */
  readonly samplingRate: number;
  /** Probability that the number of reports leaves [fewest, most]. */
  readonly failure: number;
}

function crowdOf(round: RoundEvent, adjacency: Adjacency, budget: number): Crowd {
  if (round.kind !== "shuffle" && round.kind !== "subsampledShuffle" && round.kind !== "checkInShuffle") {
    throw notApplicable(METHOD, "nothing is shuffled");
  }
  if (adjacency === "add-or-remove") {
    throw notApplicable(METHOD, "the number of reports is public; use replace-one or zero-out adjacency");
  }
  const { users, of: report } = round;
  if (round.kind === "checkInShuffle") {
    const { fewest, most } = binomialInterval(users, round.checkInRate, budget);
    return { report, fewest: Math.max(1, fewest), most, samplingRate: most / users, failure: budget };
  }
  const sampled = round.kind === "shuffle" ? users : round.sampled;
  return { report, fewest: sampled, most: sampled, samplingRate: sampled / users, failure: 0 };
}

interface Clone {
  readonly localEpsilon: number;
  readonly localDelta: number;
  /** 2 stands for any randomizer. */
  readonly categories: number;
  readonly source: string;
}

const CLONES = "Feldman, McMillan, Talwar 2023, Theorem 3.1, as a privacy-loss distribution";

function reportOf({ report, most }: Crowd, adjacency: Adjacency, budget: number): Clone {
  switch (report.kind) {
    case "randomizedResponse": {
      const { epsilon, categories } = report;
      const source =
        categories === 2 ? CLONES : "Balle, Bell, Gascon, Nissim 2019, as a privacy-loss distribution";
      return checkEpsilon({ localEpsilon: epsilon, localDelta: 0, categories, source });
    }
    case "local":
      return checkEpsilon({
        localEpsilon: report.epsilon,
        localDelta: report.delta ?? 0,
        categories: 2,
        source: CLONES,
      });
    case "gaussian": {
      const within = withinCohort(report, adjacency) as typeof report;
      const localDelta = budget / (2 * most);
      const localEpsilon = gaussianEpsilon({ delta: localDelta, noiseMultiplier: within.noiseMultiplier });
      const source = `${CLONES}, at the (epsilon, delta) of the Gaussian report that the failure budget affords`;
      return checkEpsilon({ localEpsilon, localDelta, categories: 2, source });
    }
    default:
      throw notApplicable(METHOD, `reports of kind ${report.kind} are not covered`);
  }
}

function checkEpsilon(clone: Clone): Clone {
  if (clone.localEpsilon <= LARGEST_LOCAL_EPSILON) return clone;
  throw notApplicable(
    METHOD,
    `a report's local epsilon of ${clone.localEpsilon.toPrecision(3)} is above ${LARGEST_LOCAL_EPSILON}, where shuffling hides nothing`,
  );
}

/** Probability that some report is no clone of its pair, or that more than the spare ones hide nobody. */
function cloneFailure(reports: number, localDelta: number): number {
  const expected = reports * localDelta;
  return expected + (reports * expected) ** (SPARE_REPORTS + 1);
}
