import { DpError } from "../../errors.js";
import {
  ADJACENCIES,
  type DummyCountsEvent,
  type MechanismEvent,
  type PoissonSampleEvent,
  type RandomAllocationEvent,
  readEvent,
  type WeightShuffleEvent,
} from "../../privacy/index.js";
import type { ReportShuffle } from "../../privacy/report-shuffle.js";
import type { RandomSource } from "../../random/index.js";
import { checkOneOf, checkOptions } from "../../validate.js";
import type { Game } from "../game.js";
import { everybody } from "./_internal/attendance.js";
import { dummyCountsLoss } from "./_internal/dummy-counts-loss.js";
import type { Loss } from "./_internal/finite-loss.js";
import { hiddenLoss } from "./_internal/hidden-loss.js";
import { loneLoss, sampledLoss } from "./_internal/lone-loss.js";
import { meanRatioLoss } from "./_internal/mean-ratio-loss.js";
import { checkDraws, shuffleLoss } from "./_internal/shuffle-loss.js";
import { checkCohort, type GameOptions } from "./game-options.js";
import { gaussianReport } from "./reports/gaussian-report.js";
import { isReport, rowOf } from "./reports/registry.js";
import { reportLawsOf } from "./reports/report-laws-of.js";
import type { ReportEvent, ReportKind } from "./reports/report-row.js";

/** A game that answers at once. */
export interface EventGame extends Game {
  trial(secret: boolean, source: RandomSource): number;
}

/**
 * The game of an event: it draws releases as the event says, on two neighbouring data sets, and scores them
 * by their log-likelihood ratio.
 *
 * Of shuffled reports it is exact where all others hold one record, or few different ones; where it would
 * take too long the others count as if their records were drawn at random, which makes for a score that is
 * nearly as good. Rounds are independent, their ratios add up. A lone report of `local` is the worst that
 * there is. Weights shuffling moves no change along (1, ..., 1): its game is that of the event inside.
 *
 * Rotated blocks are played along a vector that lies in all of them alike; dummies are reports of a zero
 * vector, of a uniform answer, or of the base law of `subsetResponse`.
 *
 * @param event a lone report, counts with dummies, a shuffle of reports, with sampling, blocks and dummies or
 *   without, poissonSample of gaussian, randomAllocation of reports to one batch, weightShuffle of any of
 *   these but shuffles; repeat and sequence
 * @param options.adjacency add-or-remove for sums on a trusted server (gaussian, and poissonSample,
 *   randomAllocation of it) only
 * @throws DpError BAD_INPUT or OUT_OF_RANGE for a bad event or cohort; NOT_APPLICABLE no game is known for it
 * @example
 * const game = gameOf({ kind: "gaussian", noiseToClip: 4 }, { adjacency: "zero-out" });
 * Number.isFinite(await game.trial(true, seededSource(7))); // true
 * @see docs/theorems/audit-games.md
 */
export function gameOf(event: MechanismEvent, options: GameOptions): EventGame {
  const { adjacency, cohort } = checkOptions("gameOf", options);
  checkOneOf("gameOf: adjacency", adjacency, ADJACENCIES);
  const known = readEvent(event);
  const records = cohort === undefined ? {} : { cohort: checkCohort(cohort, known) };
  return { trial: lossOf(known, { adjacency, ...records }) };
}

type LossOf<Kind> = (event: Extract<MechanismEvent, { readonly kind: Kind }>, options: GameOptions) => Loss;

/** Games of what is no report; an event that is neither here nor among the reports does not compile. */
const LOSSES: { readonly [Kind in Exclude<MechanismEvent["kind"], ReportKind>]: LossOf<Kind> } = {
  repeat: ({ of, times }, options) => repeated(lossOf(of, options), times),
  sequence: ({ of }, options) => sumOf(of.map((each) => lossOf(each, options))),
  weightShuffle: permutedLoss,
  poissonSample: poissonLoss,
  randomAllocation: allocationLoss,
  shuffle: reportShuffleLoss,
  subsampledShuffle: reportShuffleLoss,
  checkInShuffle: reportShuffleLoss,
  dummyCounts: countsLoss,
};

function lossOf(event: MechanismEvent, options: GameOptions): Loss {
  return isReport(event) ? reportLoss(event, options) : LOSSES[event.kind](event as never, options);
}

function reportLoss(event: ReportEvent, { adjacency }: GameOptions): Loss {
  const { emptyCohort, loneCohort } = rowOf(event);
  if (adjacency === "add-or-remove" && emptyCohort === undefined) throw unknownGame(event);
  return loneLoss(reportLawsOf(event, adjacency, loneCohort).laws);
}

function countsLoss(event: DummyCountsEvent, { adjacency }: GameOptions): Loss {
  if (adjacency === "add-or-remove") throw unknownGame(event);
  return dummyCountsLoss(event);
}

function permutedLoss(event: WeightShuffleEvent, options: GameOptions): Loss {
  if (!keepsEqualEntries(event.of)) throw unknownGame(event);
  return lossOf(event.of, options);
}

function reportShuffleLoss(event: ReportShuffle, options: GameOptions): Loss {
  const { adjacency, cohort } = options;
  const { of } = event;
  if (!isReport(of) || adjacency === "add-or-remove") throw unknownGame(event);
  return hasBlocksOrDummies(event)
    ? blocksLoss(event, of, options)
    : shuffleLoss(event, reportLawsOf(of, adjacency, cohort), cohort);
}

function hasBlocksOrDummies(event: ReportShuffle): boolean {
  const { blocks = 1, dummies = 0 } = event;
  return blocks > 1 || dummies > 0 || ("absentees" in event && event.absentees === "dummy");
}

/** Blocks with coins of their own are rounds. */
function blocksLoss(event: ReportShuffle, of: ReportEvent, { adjacency, cohort }: GameOptions): Loss {
  const { blocks = 1, joins } = event;
  const report = blocks === 1 ? of : rowOf(of).ofBlock?.(of, blocks);
  if (report === undefined) throw unknownGame(event);
  const { laws, records } = reportLawsOf(report, adjacency, cohort);
  const withDummy = rowOf(report).withDummy?.(report, laws);
  if (withDummy === undefined) throw unknownGame(event);
  const hidden = { laws: withDummy, records };
  return joins === "per-block"
    ? repeated(hiddenLoss({ ...event, blocks: 1 }, hidden, cohort), blocks)
    : hiddenLoss(event, hidden, cohort);
}

function repeated(loss: Loss, times: number): Loss {
  return (secret, source) => {
    let sum = 0;
    for (let time = 0; time < times; time++) sum = added(sum, loss(secret, source));
    return sum;
  };
}

function sumOf(losses: readonly Loss[]): Loss {
  return (secret, source) => losses.reduce((sum, loss) => added(sum, loss(secret, source)), 0);
}

/** A round that gives the secret away decides; two that contradict each other happen in rounding only. */
function added(sum: number, loss: number): number {
  return Number.isNaN(sum + loss) ? 0 : sum + loss;
}

/**
 * What a permutation of weights keeps: sums and reports may have entries that are all equal, but what of
 * shuffled reports becomes weights is not said.
 */
function keepsEqualEntries(event: MechanismEvent): boolean {
  return event.kind === "poissonSample" || event.kind === "randomAllocation" || isReport(event);
}

function poissonLoss(event: PoissonSampleEvent, { adjacency }: GameOptions): Loss {
  const { of, rate } = event;
  if (of.kind !== "gaussian") throw unknownGame(event);
  return sampledLoss(gaussianReport.lawsOf(of, { adjacency }).laws, rate);
}

/**
 * One of the batches holds the changed record: like a report among those of users who hold none, or for want
 * of that another record.
 */
function allocationLoss(event: RandomAllocationEvent, { adjacency }: GameOptions): Loss {
  const { steps, joined = 1, of } = event;
  if (joined > 1 || !isReport(of)) throw unknownGame(event);
  const { emptyCohort } = rowOf(of);
  if (adjacency === "add-or-remove" && emptyCohort === undefined) throw unknownGame(event);
  const { laws } = reportLawsOf(of, adjacency, emptyCohort);
  if (laws.kind === "number") checkDraws(event, steps, "reports");
  return meanRatioLoss(laws, everybody([steps - 1]));
}

function unknownGame(event: MechanismEvent): DpError {
  return new DpError(
    "NOT_APPLICABLE",
    `gameOf: no game is known for ${JSON.stringify(event).slice(0, 120)} under the adjacency; write one and audit that`,
    { parameter: "gameOf: event", value: event, allowed: "see its documentation" },
  );
}
