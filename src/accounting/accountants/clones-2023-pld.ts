import { binomialInterval } from "../../numerics/binomial-interval.js";
import type { Adjacency, MechanismEvent } from "../../privacy/index.js";
import { type Accountant, notApplicable } from "../core/accountant.js";
import { asReplaceOne } from "../core/as-replace-one.js";
import type { RoundEvent } from "../core/rounds-of.js";
import { type ProfilePoint, profilePair } from "../pld/pairs/profile-pair.js";
import { shuffledResponsePair } from "../pld/pairs/shuffled-response-pair.js";
import { pldAccountant, type RoundLoss } from "../pld/pld-accountant.js";
import { PrivacyLossDistribution } from "../pld/privacy-loss-distribution.js";
import { MAX_CATEGORIES, MAX_REPORTS } from "../pld/shuffle-ranges.js";
import { clonesGaussianEpsilon } from "../theorems/clones-gaussian.js";
import { amplifyBySubsampling } from "../theorems/subsampling.js";
import { centralLoss } from "./_internal/central-loss.js";
import { localLoss } from "./_internal/local-loss.js";
import { poissonLoss } from "./pld-poisson.js";

const METHOD = "clones-2023-pld";
/** Beyond it the pair is not computed, and hides nothing. */
const LARGEST_LOCAL_EPSILON = 30;
/** The deltas at which a Gaussian round's profile is computed, falling geometrically; e^epsilon must stay a double. */
const LARGEST_DELTA = 0.5;
const DELTA_RATIO = 1.8;
const LARGEST_EPSILON = 600;
const MOST_POINTS = 60;
/** Relative width at which the search for each point's epsilon stops, on the upper side. */
const PRECISION = 2 ** -14;
const MOST_REMEMBERED = 4096;

/**
 * Clones (2023) and the blanket of randomized response as privacy-loss distributions, sampled and composed: `proven` for every
 * cohort. A Gaussian report is as many local randomizers as it has (epsilon, delta): the round's profile is the hull of them all.
 *
 * @see docs/theorems/clones-pld.md
 */
export const clonesPldAccountant: Accountant = pldAccountant(METHOD, clonesLoss, {
  slow: false,
  company: [centralLoss, poissonLoss, localLoss],
});

export function clonesLoss(round: RoundEvent, adjacency: Adjacency, mostFailure: number): RoundLoss {
  const budget = 10 ** Math.floor(Math.log10(mostFailure)); // so that nearby questions share what is remembered
  const crowd = crowdOf(round, adjacency, budget / 2);
  const report = asReplaceOne(crowd.report, adjacency);
  const worth = { status: "proven", assumptions: ["honest-shuffler"] } as const;
  if (report.kind === "gaussian") {
    const pair = profilePair(gaussianProfile(crowd, report.noiseMultiplier, budget / 2));
    const source = `${CLONES}, of the profile of shuffled Gaussian reports`;
    return { ...worth, loss: PrivacyLossDistribution.of(pair), failure: crowd.failure, source };
  }
  const { localEpsilon, categories, source } = pureReport(report);
  const { fewest: reports, samplingRate, failure } = crowd;
  const loss =
    localEpsilon === 0
      ? new PrivacyLossDistribution([])
      : PrivacyLossDistribution.of(shuffledResponsePair({ localEpsilon, categories, reports, samplingRate }));
  return { ...worth, loss, failure, source };
}

interface Crowd {
  readonly report: MechanismEvent;
  readonly fewest: number;
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
    return { report, fewest: counted(Math.max(1, fewest)), samplingRate: most / users, failure: budget };
  }
  const sampled = round.kind === "shuffle" ? users : round.sampled;
  return { report, fewest: counted(sampled), samplingRate: sampled / users, failure: 0 };
}

/** More reports hide better: what they would add is left out. */
function counted(reports: number): number {
  return Math.min(reports, MAX_REPORTS);
}

interface PureReport {
  readonly localEpsilon: number;
  /** 2 stands for any randomizer. */
  readonly categories: number;
  readonly source: string;
}

const CLONES =
  "clones of Feldman, McMillan, Talwar 2023 (proof: docs/theorems/clones-2023.md), as a privacy-loss distribution";
const BLANKET = "Balle, Bell, Gascon, Nissim 2019, as a privacy-loss distribution";

function pureReport(report: MechanismEvent): PureReport {
  const pure = report.kind === "randomizedResponse" || (report.kind === "local" && !report.delta);
  if (!pure) throw notApplicable(METHOD, "the reports must be gaussian or come from a pure local randomizer");
  const localEpsilon = report.epsilon;
  if (localEpsilon > LARGEST_LOCAL_EPSILON) {
    throw notApplicable(METHOD, `beyond a local epsilon of ${LARGEST_LOCAL_EPSILON} shuffling hides nothing`);
  }
  // With more answers less is spent: docs/theorems/clones-pld.md.
  const categories = report.kind === "randomizedResponse" ? Math.min(report.categories, MAX_CATEGORIES) : 2;
  return { localEpsilon, categories, source: categories === 2 ? CLONES : BLANKET };
}

/** (epsilon, delta) of a round of Gaussian reports from coarse to `leastDelta`, sampled as the crowd is. */
function gaussianProfile(
  { fewest: users, samplingRate: rate }: Crowd,
  noiseMultiplier: number,
  leastDelta: number,
): ProfilePoint[] {
  const points: ProfilePoint[] = [];
  const ratio = Math.max(DELTA_RATIO, (LARGEST_DELTA * (rate / leastDelta)) ** (1 / MOST_POINTS));
  for (let delta = LARGEST_DELTA; ; delta /= ratio) {
    const epsilon = shuffledEpsilon(noiseMultiplier, users, delta);
    if (epsilon > LARGEST_EPSILON) return points;
    points.push(amplifyBySubsampling({ epsilon, delta, rate }));
    if (delta * rate <= leastDelta || delta < Number.MIN_VALUE * 1e16) return points;
  }
}

const remembered = new Map<string, number>();

function shuffledEpsilon(noiseMultiplier: number, users: number, delta: number): number {
  const key = `${noiseMultiplier} ${users} ${delta}`;
  const known = remembered.get(key);
  if (known !== undefined) return known;
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  const { upper } = clonesGaussianEpsilon({ noiseMultiplier, users, delta, precision: PRECISION });
  remembered.set(key, upper);
  return upper;
}
