import { DpError } from "../../errors.js";
import { type Adjacency, type MechanismEvent, readEvent } from "../../privacy/index.js";
import { isReportShuffle, type ReportShuffle } from "../../privacy/report-shuffle.js";
import { roundsIn } from "../../privacy/rounds-in.js";
import { checkSource } from "../../random/check-source.js";
import { type RandomSource, secureSource } from "../../random/index.js";
import { checkNumber, checkOptions, RANGES } from "../../validate.js";
import { nextTurn, turns } from "../_internal/turns.js";
import { rankBound } from "../estimators/rank-bound.js";
import { type EventGame, gameOf } from "./game-of.js";
import { isReport, rowOf } from "./reports/registry.js";

/** Plays of each secret for each cohort: about this number of reports in all. */
const REPORTS = 2e7;
const MAX_PLAYS = 20_000;
const MIN_PLAYS = 500;

/** How a cohort is searched for. */
export interface CohortSearch {
  readonly adjacency: Adjacency;
  /** δ of the audit to come, [0, 1). */
  readonly delta: number;
  /**
   * Plays for each cohort, an integer >= 1; default 20,000, or fewer where there are more than 1,000 users.
   */
  readonly trials?: number;
  /** Default `secureSource()`. An audit of what was found must draw from another one. */
  readonly source?: RandomSource;
  /** Ends the search with an error. */
  readonly signal?: AbortSignal;
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
 * First all others hold one record: -1, -1/2, 0, 1/2 or 1 of vectors, 0, 1/4, 1/2, 3/4 or 1 of numbers, one
 * of four categories, any row of a channel, one of the three inputs of `local` and `subsetResponse`. Then
 * half of them hold the best of these and half another one. The search only guides an audit: its plays are
 * not the audit's, and the audit's bound is as valid for any cohort.
 *
 * @param event one that shuffles reports; of shuffles of different reports the records that all of them know
 * @throws DpError BAD_INPUT or OUT_OF_RANGE a bad event or option; NOT_APPLICABLE nothing is shuffled, or no
 *   game is known; CANCELLED the signal came
 * @example
 * const event = { kind: "shuffle", users: 2, of: { kind: "gaussian", noiseToClip: 1 } } as const;
 * const search = { adjacency: "zero-out", delta: 0.05, trials: 5000, source: seededSource(7) } as const;
 * (await worstCohort(event, search)).cohort; // [-1]
 */
export async function worstCohort(event: MechanismEvent, search: CohortSearch): Promise<FoundCohort> {
  const { adjacency, delta, trials, source, signal } = checkOptions("worstCohort", search, "search");
  checkNumber("worstCohort: delta", delta, { ...RANGES.probability, maxIncluded: false });
  if (trials !== undefined)
    checkNumber("worstCohort: trials", trials, { ...RANGES.positiveInteger, max: 2 ** 24 });
  const draws = source === undefined ? secureSource() : checkSource("worstCohort: source", source);
  const known = readEvent(event);
  const shuffles = shufflesOf(known);
  const plays = trials ?? playsFor(shuffles);
  const records = commonRecords(shuffles, event);
  const tryEach = async (cohorts: readonly (readonly number[])[]): Promise<FoundCohort[]> => {
    const found: FoundCohort[] = [];
    for (const cohort of cohorts) {
      const game = gameOf(known, { adjacency, cohort });
      const scores = {
        absent: await scoresOf(game, { secret: false, plays, source: draws.fork(0), signal }),
        present: await scoresOf(game, { secret: true, plays, source: draws.fork(1), signal }),
      };
      found.push({ cohort, estimate: rankBound(scores, { delta, confidence: 1 / 2 }).estimate });
    }
    return found;
  };
  const alike = worstOf(await tryEach(records.map((record) => [record])));
  const [best] = alike.cohort;
  const others = records.filter((record) => record !== best);
  return worstOf([alike, ...(await tryEach(others.map((record) => [best!, record])))]);
}

function worstOf(found: readonly FoundCohort[]): FoundCohort {
  return found.reduce((worst, each) => (each.estimate > worst.estimate ? each : worst));
}

/** Of a number of plays with one secret; every game draws the same random numbers. */
interface SecretPlays {
  readonly secret: boolean;
  readonly plays: number;
  readonly source: RandomSource;
  readonly signal: AbortSignal | undefined;
}

async function scoresOf({ trial }: EventGame, run: SecretPlays): Promise<Float64Array> {
  const isTurn = turns();
  const scores = new Float64Array(run.plays);
  for (let play = 0; play < run.plays; play++) {
    scores[play] = trial(run.secret, run.source);
    if (!isTurn()) continue;
    await nextTurn();
    if (run.signal?.aborted) throw new DpError("CANCELLED", "worstCohort: stopped by its signal");
  }
  return scores;
}

function shufflesOf(event: MechanismEvent): readonly ReportShuffle[] {
  return [...roundsIn(event)].map(({ round }) => round).filter(isReportShuffle);
}

function playsFor(shuffles: readonly ReportShuffle[]): number {
  const reports = Math.max(
    ...shuffles.map(({ users, blocks = 1, dummies = 0 }) => blocks * (users + dummies)),
  );
  return Math.ceil(Math.max(MIN_PLAYS, Math.min(MAX_PLAYS, REPORTS / reports)));
}

function commonRecords(shuffles: readonly ReportShuffle[], event: MechanismEvent): readonly number[] {
  const [first, ...others] = shuffles.flatMap(({ of }) =>
    isReport(of) ? [rowOf(of).records(of).searched] : [],
  );
  if (first !== undefined) return first.filter((record) => others.every((each) => each.includes(record)));
  throw new DpError(
    "NOT_APPLICABLE",
    "worstCohort: event must shuffle reports; others of other events do not matter",
    { parameter: "worstCohort: event", value: event, allowed: "an event with a shuffle of reports" },
  );
}
