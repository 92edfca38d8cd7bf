import type { PldQuery } from "../../pld/compose/query-pmf.js";
import { composePld } from "../../pld/compose-pld.js";
import type { Adjacency, Guarantee, MechanismEvent } from "../../privacy/index.js";
import type { Accountant } from "../accountant.js";
import { composeClaims } from "../claims/compose-claims.js";
import { notApplicable } from "../claims/not-applicable.js";
import type { Cohort } from "../lower/cohort.js";
import { gaussianCohorts } from "../lower/gaussian-cohorts.js";
import { localCohorts } from "../lower/local-cohorts.js";
import { lowerEnd, type RepeatedNeighbours } from "../lower/lower-end.js";
import { neighbourPair } from "../lower/neighbour-pair.js";
import { isGaussian } from "../rounds/as-gaussian.js";
import { milderRounds } from "../rounds/milder-rounds.js";
import type { Round } from "../rounds/round.js";
import { roundsOf } from "../rounds/rounds-of.js";

const METHOD = "cohort-lower";
/**
 * Of the different rounds of a sequence: 12 that are sampled, of many reports or have Gaussian noise take 1
 * to 3 s, 4 of check-in Gaussian reports, and 384 others. Valid at any number: what takes more is joined
 * first. Half as much takes up to 23 % off a lower end of 20 to 30 rounds, twice as much adds up to 8 %.
 */
const MAX_WORK = 384;

/**
 * What one pair of neighbouring data sets spends, exactly or with certified lower ends: no smaller epsilon
 * can be proven. Each round takes the worst of a few cohorts whose laws are known; rounds compose as
 * independent ones on the same data sets. Many different rounds count as a few that spend no more.
 *
 * @see docs/theorems/lower-ends.md
 */
export const cohortLower: Accountant = {
  method: METHOD,
  covers: [...gaussianCohorts.covers, ...localCohorts.covers],
  side: "lower",
  slow: true,
  epsilonAtDelta: (event, { adjacency, delta }) => {
    const { end, claim } = bestCohort(event, adjacency, { find: "epsilon", delta });
    if (end === Infinity) throw notApplicable(METHOD, "no finite epsilon holds at this delta");
    if (end <= 0)
      throw notApplicable(METHOD, "no cohort known to it spends more than epsilon 0 at this delta");
    return { ...claim, delta, epsilon: { lower: end, estimate: end, upper: end } };
  },
  deltaAtEpsilon: (event, { adjacency, epsilon }) => {
    const { end, claim } = bestCohort(event, adjacency, { find: "delta", epsilon });
    return { ...claim, epsilon, delta: { lower: end, estimate: end, upper: end } };
  },
};

interface LowerFigure {
  readonly end: number;
  readonly claim: Omit<Guarantee, "delta" | "epsilon">;
}

/**
 * The largest figure over the cohorts: of different rounds the first cohorts go together, then the second
 * ones.
 */
function bestCohort(event: MechanismEvent, adjacency: Adjacency, query: PldQuery): LowerFigure {
  const different = roundsOf(event, adjacency);
  const { rounds: counted, work } = milderRounds(different, MAX_WORK);
  if (work > MAX_WORK) {
    throw notApplicable(
      METHOD,
      `it takes too long for ${different.length} different rounds, which are not alike`,
    );
  }
  const rounds = counted.map(({ round, times }) => ({
    cohorts: cohortsOf(round, adjacency),
    times,
  }));
  const choices = Math.max(1, ...rounds.map(({ cohorts }) => cohorts.length));
  let best: LowerFigure | undefined;
  for (let choice = 0; choice < choices; choice++) {
    const chosen = rounds.map(({ cohorts, times }) => ({
      cohort: cohorts[Math.min(choice, cohorts.length - 1)]!,
      times,
    }));
    const end = endOf(chosen, query);
    if (best !== undefined && end <= best.end) continue;
    const basis = composeClaims(
      chosen.map(({ cohort }) => ({ status: "proven", assumptions: [], ...cohort })),
    );
    const { status, assumptions, source } = basis;
    const claim = { side: "lower", method: METHOD, adjacency, status, assumptions, source } as const;
    const remark = remarkOf(basis.remark, different.length, counted.length);
    best = { end, claim: { ...claim, ...(remark !== undefined && { remark }) } };
  }
  return best!;
}

function cohortsOf(round: Round, adjacency: Adjacency): readonly Cohort[] {
  const rule = isGaussian(round.report) ? gaussianCohorts : localCohorts;
  return rule.cohortsOf(round, adjacency);
}

function remarkOf(remark: string | undefined, different: number, counted: number): string | undefined {
  if (counted === different) return remark;
  const milder = `${different} different rounds count as ${counted}: as the one with the most noise and reports of those alike`;
  return remark === undefined ? milder : `${remark}; ${milder}`;
}

interface ChosenCohort {
  readonly cohort: Cohort;
  readonly times: number;
}

/** Pairs between certified ends answer by themselves, as other methods ask them too. */
function endOf(chosen: readonly ChosenCohort[], query: PldQuery): number {
  if (chosen.every(({ cohort }) => cohort.loss !== undefined)) {
    const loss = composePld(chosen.map(({ cohort, times }) => cohort.loss!.compose(times)));
    const bracket =
      query.find === "epsilon" ? loss.epsilonAtDelta(query.delta) : loss.deltaAtEpsilon(query.epsilon);
    return bracket.lower;
  }
  return lowerEnd(chosen.flatMap(neighboursOf), query);
}

function neighboursOf({ cohort, times }: ChosenCohort): RepeatedNeighbours[] {
  if (cohort.loss === undefined) return [{ pair: cohort.pair!, times }];
  return cohort.loss.rounds.map((each) => ({ pair: neighbourPair(each.pair), times: times * each.times }));
}
