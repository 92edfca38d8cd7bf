import { binomialInterval } from "../../numerics/binomial-interval.js";
import type { Adjacency, Assumption, CheckInShuffleEvent, MechanismEvent } from "../../privacy/index.js";
import { notApplicable } from "../core/accountant.js";
import { asReplaceOne } from "../core/as-replace-one.js";
import type { RoundEvent } from "../core/rounds-of.js";
import { amplifyBySubsampling, budgetBeforeSubsampling } from "../theorems/subsampling.js";
import type { BoundReports, ReportBound } from "./report-bound.js";

/** Share of a check-in round's delta that pays for an unusual number of participants. */
const COUNT_SHARE = 0.05;

/**
 * What one round costs: the reports' bound, amplified by the sampling of users or records.
 *
 * - fixed-size sampling of m among n: log(1 + (m/n)(e^epsilon - 1)) at (m/n) delta, for a bound that holds under replace-one;
 * - check-in: given the number of participants it is fixed-size sampling; outside an interval of counts that has all but
 *   `COUNT_SHARE` of delta the round counts as lost;
 * - Poisson, central: the same formula under add-or-remove and zero-out, for a mechanism which hides who was sampled.
 *
 * @throws DpError NOT_APPLICABLE where the theorem does not cover the round
 */
export function boundRound(
  method: string,
  round: RoundEvent,
  adjacency: Adjacency,
  boundReports: BoundReports,
): ReportBound {
  switch (round.kind) {
    case "shuffle":
      checkCounted(method, adjacency);
      return shuffled(boundReports(round.of, round.users, adjacency), round.users);
    case "subsampledShuffle":
      checkCounted(method, adjacency);
      return sampled(
        boundReports(asReplaceOne(round.of, adjacency), round.sampled, "replace-one"),
        round.sampled / round.users,
        ["honest-shuffler"],
      );
    case "checkInShuffle":
      checkCounted(method, adjacency);
      return checkedIn(round, adjacency, boundReports);
    case "poissonSample":
      if (adjacency === "replace-one") {
        throw notApplicable(
          method,
          "Poisson sampling is covered under add-or-remove and zero-out; see rdp-poisson",
        );
      }
      if (round.of.kind !== "gaussian") {
        throw notApplicable(
          method,
          "only a sum with noise hides who was sampled; a report that is not sent shows",
        );
      }
      return sampled(boundReports(round.of, undefined, adjacency), round.rate, ["honest-aggregator"]);
    case "weightShuffle":
      return boundRound(method, roundOf(method, round.of), adjacency, boundReports); // post-processing
    case "randomAllocation":
      return boundReports(round.of, undefined, adjacency);
    default:
      return boundReports(round, undefined, adjacency);
  }
}

function roundOf(method: string, event: MechanismEvent): RoundEvent {
  if (event.kind !== "repeat" && event.kind !== "sequence") return event;
  throw notApplicable(method, `${event.kind} inside of a round is not covered`);
}

function checkCounted(method: string, adjacency: Adjacency): void {
  if (adjacency !== "add-or-remove") return;
  throw notApplicable(method, "the number of reports is public; use replace-one or zero-out adjacency");
}

function shuffled(bound: ReportBound, users: number): ReportBound {
  return users === 1 ? bound : { ...bound, assumptions: union(bound.assumptions, ["honest-shuffler"]) };
}

function sampled(bound: ReportBound, rate: number, assumptions: readonly Assumption[]): ReportBound {
  const { deltaAtEpsilon } = bound;
  return {
    epsilonAtDelta: (delta) => {
      const before = delta / rate;
      if (before >= 1) return 0;
      const epsilon = bound.epsilonAtDelta(before);
      return epsilon === Infinity
        ? Infinity
        : amplifyBySubsampling({ epsilon, delta: before, samplingRate: rate }).epsilon;
    },
    ...(deltaAtEpsilon && {
      deltaAtEpsilon: (epsilon: number) => {
        const before = budgetBeforeSubsampling({ epsilon, delta: 0, samplingRate: rate }).epsilon;
        return amplifyBySubsampling({ epsilon: before, delta: deltaAtEpsilon(before), samplingRate: rate })
          .delta;
      },
    }),
    assumptions: union(bound.assumptions, assumptions),
    source: `${bound.source}; amplification by subsampling (Ullman 2017; Steinke 2022, Theorem 29)`,
  };
}

function checkedIn(
  { users, checkInRate, of }: CheckInShuffleEvent,
  adjacency: Adjacency,
  boundReports: BoundReports,
): ReportBound {
  const report = asReplaceOne(of, adjacency);
  const boundAt = (delta: number): ReportBound => {
    const { fewest, most } = binomialInterval(users, checkInRate, COUNT_SHARE * delta);
    return sampled(boundReports(report, Math.max(1, fewest), "replace-one"), most / users, [
      "honest-shuffler",
    ]);
  };
  const { assumptions, source } = boundAt(0.5);
  return {
    epsilonAtDelta: (delta) =>
      delta > 0 ? boundAt(delta).epsilonAtDelta((1 - COUNT_SHARE) * delta) : Infinity,
    assumptions,
    source,
  };
}

function union(a: readonly Assumption[], b: readonly Assumption[]): Assumption[] {
  return [...new Set([...a, ...b])];
}
