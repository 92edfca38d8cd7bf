import { DpError } from "../../errors.js";
import {
  ADJACENCIES,
  type GaussianEvent,
  type MechanismEvent,
  type PoissonSampleEvent,
  type RandomAllocationEvent,
  readEvent,
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
import { gaussianLaws, isReport, reportLawsOf, withDummies } from "./_internal/report-laws-of.js";
import { checkDraws, shuffleLoss } from "./_internal/shuffle-loss.js";
import { checkCohort, type GameOptions } from "./game-options.js";

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

function lossOf(event: MechanismEvent, options: GameOptions): Loss {
  const { adjacency, cohort } = options;
  switch (event.kind) {
    case "repeat":
      return repeated(lossOf(event.of, options), event.times);
    case "sequence":
      return sumOf(event.of.map((each) => lossOf(each, options)));
    case "weightShuffle":
      if (!keepsEqualEntries(event.of)) throw unknownGame(event);
      return lossOf(event.of, options);
    case "poissonSample":
      return poissonLoss(event, options);
    case "randomAllocation":
      return allocationLoss(event, options);
    case "shuffle":
    case "subsampledShuffle":
    case "checkInShuffle":
      if (!isReport(event.of) || adjacency === "add-or-remove") throw unknownGame(event);
      if (hasBlocksOrDummies(event)) return blocksLoss(event, options);
      return shuffleLoss(event, reportLawsOf(event.of, adjacency, cohort), cohort);
    case "dummyCounts":
      if (adjacency === "add-or-remove") throw unknownGame(event);
      return dummyCountsLoss(event);
    case "gaussian":
    case "local":
    case "randomizedResponse":
    case "subsetResponse":
    case "discreteChannel":
    case "laplaceScalar":
    case "gaussianScalar":
    case "answers":
      if (event.kind !== "gaussian" && adjacency === "add-or-remove") throw unknownGame(event);
      // Of local randomizers binary response is the worst lone one.
      return loneLoss(reportLawsOf(event, adjacency, event.kind === "local" ? [1] : undefined).laws);
  }
}

function hasBlocksOrDummies(event: ReportShuffle): boolean {
  const { blocks = 1, dummies = 0 } = event;
  return blocks > 1 || dummies > 0 || ("absentees" in event && event.absentees === "dummy");
}

/** Blocks with coins of their own are rounds; the noise of a block is larger in its clip bounds. */
function blocksLoss(event: ReportShuffle, { adjacency, cohort }: GameOptions): Loss {
  const { of, blocks = 1, joins } = event;
  const report = blocks === 1 ? of : of.kind === "gaussian" ? ofBlock(of, blocks) : undefined;
  if (report === undefined || !isReport(report)) throw unknownGame(event);
  const laws = withDummies(report, reportLawsOf(report, adjacency, cohort));
  if (laws === undefined) throw unknownGame(event);
  return joins === "per-block"
    ? repeated(hiddenLoss({ ...event, blocks: 1 }, laws, cohort), blocks)
    : hiddenLoss(event, laws, cohort);
}

function ofBlock(report: GaussianEvent, blocks: number): GaussianEvent {
  const { kind, noiseToClip } = report;
  return noiseToClip === undefined
    ? { kind, noiseMultiplier: report.noiseMultiplier * Math.sqrt(blocks) }
    : { kind, noiseToClip: noiseToClip * Math.sqrt(blocks) };
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
  if (event.of.kind !== "gaussian") throw unknownGame(event);
  return sampledLoss(gaussianLaws(event.of, adjacency, []), event.rate);
}

/**
 * One of the batches holds the changed record: like a report among those of users who hold none, or for want
 * of that another record.
 */
function allocationLoss(event: RandomAllocationEvent, { adjacency }: GameOptions): Loss {
  const { steps, joined = 1, of } = event;
  if (joined > 1) throw unknownGame(event);
  if (!isReport(of) || (of.kind !== "gaussian" && adjacency === "add-or-remove")) throw unknownGame(event);
  const { laws } = reportLawsOf(of, adjacency, of.kind === "gaussian" ? [0] : undefined);
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
