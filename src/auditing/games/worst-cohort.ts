import { DpError } from "../../errors.js";
import { type Adjacency, type MechanismEvent, readEvent } from "../../privacy/index.js";
import { checkSource } from "../../random/check-source.js";
import { type RandomSource, secureSource } from "../../random/index.js";
import { checkNumber, checkOptions, RANGES } from "../../validate.js";
import { rankBound } from "../estimators/rank-bound.js";
import { isReport, type ReportEvent } from "./_internal/report-laws-of.js";
import { type EventGame, gameOf } from "./game-of.js";

/** How a cohort is searched for. */
export interface CohortSearch {
  readonly adjacency: Adjacency;
  /** δ of the audit to come, [0, 1). */
  readonly delta: number;
  /** Plays for each cohort, an integer >= 1; default 20,000. */
  readonly trials?: number;
  /** Default `secureSource()`. An audit of what was found must draw from another one. */
  readonly source?: RandomSource;
}

/** The cohort of the largest estimate. */
export interface FoundCohort {
  /** As `gameOf` takes it. */
  readonly cohort: readonly number[];
  /** A point estimate of epsilon, which as the largest of many is too large as like as not: no bound. */
  readonly estimate: number;
}

/**
 * Searches for what the others of a shuffle should hold for the changed record to stand out.
 *
 * First all others hold one record: -1, -1/2, 0, 1/2 or 1 of vectors, 0, 1/4, 1/2, 3/4 or 1 of numbers, one of four categories, any row of a channel, one of
 * the three inputs of `local` and `subsetResponse`. Then half of them hold the best of these and half another one. The search only guides an audit: its plays
 * are not the audit's, and the audit's bound is as valid for any cohort.
 *
 * @param event one that shuffles reports; of shuffles of different reports the records that all of them know
 * @throws DpError BAD_INPUT or OUT_OF_RANGE a bad event or option; NOT_APPLICABLE nothing is shuffled, or no game is known
 * @example
 * const event = { kind: "shuffle", users: 2, of: { kind: "gaussian", noiseToClip: 1 } } as const;
 * const search = { adjacency: "zero-out", delta: 0.05, trials: 5000, source: seededSource(7) } as const;
 * worstCohort(event, search).cohort; // [-1]
 */
export function worstCohort(event: MechanismEvent, search: CohortSearch): FoundCohort {
  const { adjacency, delta, trials = 20_000, source } = checkOptions("worstCohort", search, "search");
  checkNumber("worstCohort: delta", delta, { ...RANGES.probability, maxIncluded: false });
  checkNumber("worstCohort: trials", trials, { ...RANGES.positiveInteger, max: 2 ** 24 });
  const draws = source === undefined ? secureSource() : checkSource("worstCohort: source", source);
  const known = readEvent(event);
  const records = commonRecords(known);
  const tryOne = (cohort: readonly number[]): FoundCohort => {
    const game = gameOf(known, { adjacency, cohort });
    return { cohort, estimate: estimateOf(game, { delta, trials, source: draws }) };
  };
  const alike = worstOf(records.map((record) => tryOne([record])));
  const mixed = records
    .filter((record) => record !== alike.cohort[0])
    .map((record) => tryOne([...alike.cohort, record]));
  return worstOf([alike, ...mixed]);
}

function worstOf(found: readonly FoundCohort[]): FoundCohort {
  return found.reduce((worst, each) => (each.estimate > worst.estimate ? each : worst));
}

/** As many plays of each secret, from the same random numbers for every game. */
function estimateOf(
  { trial }: EventGame,
  { delta, trials, source }: Pick<Required<CohortSearch>, "delta" | "trials" | "source">,
): number {
  const scoresOf = (secret: boolean): Float64Array => {
    const stream = source.fork(Number(secret));
    return Float64Array.from({ length: trials }, () => trial(secret, stream));
  };
  const scores = { absent: scoresOf(false), present: scoresOf(true) };
  return rankBound(scores, { delta, confidence: 1 / 2 }).estimate;
}

function commonRecords(event: MechanismEvent): readonly number[] {
  const [first, ...others] = shuffledReports(event).map(recordsOf);
  if (first === undefined) {
    throw new DpError(
      "NOT_APPLICABLE",
      "worstCohort: event must shuffle reports; others of other events do not matter",
      {
        parameter: "worstCohort: event",
        value: event,
        allowed: "an event with a shuffle of reports",
      },
    );
  }
  return first.filter((record) => others.every((each) => each.includes(record)));
}

function shuffledReports(event: MechanismEvent): readonly ReportEvent[] {
  switch (event.kind) {
    case "sequence":
      return event.of.flatMap(shuffledReports);
    case "repeat":
      return shuffledReports(event.of);
    case "shuffle":
    case "subsampledShuffle":
    case "checkInShuffle":
      return isReport(event.of) ? [event.of] : [];
    default:
      return [];
  }
}

function recordsOf(report: ReportEvent): number[] {
  switch (report.kind) {
    case "gaussian":
      return [-1, -1 / 2, 0, 1 / 2, 1];
    case "gaussianScalar":
    case "laplaceScalar":
      return [0, 1 / 4, 1 / 2, 3 / 4, 1];
    case "randomizedResponse":
      return [0, 1, 2, 3].slice(0, Math.min(4, report.categories));
    case "discreteChannel":
      return [...report.matrix.keys()];
    case "local":
    case "subsetResponse":
      return [0, 1, 2];
  }
}
