/**
 * Certified brackets for queries on composed pairs: plan a grid, discretize the pairs, compose and query their laws, and repeat on
 * finer grids until the bracket is narrow.
 */
import type { Bracket } from "../privacy/index.js";
import { type PldQuery, queryComposed, querySingle } from "./compose/query-pmf.js";
import { WORK_LIMITS, type WorkCounter, type WorkLimits } from "./compose/work-limits.js";
import { onCommonLattice, type RepeatedLaw } from "./discretize/on-common-lattice.js";
import type { DiscretizedPair, DominatingPair, RepeatedPair } from "./dominating-pair.js";
import { reversePmf, type Side } from "./pmf.js";
import type { ProgressCallback } from "./progress-callback.js";
import {
  type Bounds,
  isNarrow,
  type QueryOptions,
  Refinement,
  type RefinementGoal,
  refinementGoal,
} from "./refinement.js";
import { totalVariationBound } from "./total-variation-bound.js";

/** A next step is not taken if it would be hardly smaller than this share of the last one. */
const MIN_SHRINKAGE = 0.8;

/** Several methods ask the same of the same pairs: the last answers are kept. */
const ANSWERS_KEPT = 64;
const answers = new Map<string, Bracket>();
const numbers = new WeakMap<DominatingPair, number>();
let pairsSeen = 0;

/** Answers a query about composed pairs: the larger figure of both directions, on grids fine enough for the aimed width. */
export function certify(rounds: readonly RepeatedPair[], query: PldQuery, options: QueryOptions): Bracket {
  if (Object.keys(options).length > 0) return certified(rounds, query, options);
  const question = JSON.stringify([rounds.map(({ pair, times }) => [numberOf(pair), times]), query]);
  const known = answers.get(question);
  if (known !== undefined) return known;
  const bracket = certified(rounds, query, options);
  if (answers.size >= ANSWERS_KEPT) answers.delete(answers.keys().next().value!);
  answers.set(question, bracket);
  return bracket;
}

function numberOf(pair: DominatingPair): number {
  const known = numbers.get(pair);
  if (known !== undefined) return known;
  pairsSeen += 1;
  numbers.set(pair, pairsSeen);
  return pairsSeen;
}

/** Where no lattice holds the rounds together, their own epsilons and deltas add up; a delta is at most their total variation. */
function certified(rounds: readonly RepeatedPair[], query: PldQuery, options: QueryOptions): Bracket {
  const most = query.find === "delta" ? totalVariationBound(rounds) : Infinity;
  const bracket = refinedBracket(rounds, query, options);
  const count = countOf(rounds);
  if (count < 2 || bracket.upper < vacuousUpper(query)) return atMost(most, bracket);
  const share = (1 - 2 ** -50) / count;
  const each: PldQuery =
    query.find === "epsilon"
      ? { ...query, delta: query.delta * share }
      : { ...query, epsilon: query.epsilon * share };
  const sum = rounds.reduce(
    (total, { pair, times }) => total + times * certify([{ pair, times: 1 }], each, {}).upper,
    0,
  );
  return atMost(Math.min(most, sum * ROUNDING), bracket);
}

function atMost(most: number, { lower, estimate, upper }: Bracket): Bracket {
  return { lower: Math.min(lower, most), estimate: Math.min(estimate, most), upper: Math.min(upper, most) };
}

function vacuousUpper({ find }: PldQuery): number {
  return find === "epsilon" ? Infinity : 1;
}

function refinedBracket(rounds: readonly RepeatedPair[], query: PldQuery, options: QueryOptions): Bracket {
  const goal = goalOf(rounds, query, options);
  if (rounds.length === 0 || hasZeroFigure(rounds, query)) return { lower: 0, estimate: 0, upper: 0 };
  const limits = goal.mustConverge ? WORK_LIMITS.requestedWidth : WORK_LIMITS.default;
  const work: WorkCounter = { limits, used: 0 };
  const refinement = new Refinement(goal, firstStep(rounds, goal.relativeWidth));
  let affordableStep = 0;
  while (!refinement.isDone) {
    const onProgress = refinement.startPass();
    const grid = planGrid(rounds, query, { goal, refinement, limits, affordableStep });
    const usedBefore = work.used;
    const discretized = discretize(rounds, grid, onProgress);
    const bounds = composedBounds(discretized, query, { grid, goal, work, onProgress });
    work.used += discretized.reduce((sum, { pmfs }) => sum + (pmfs.work ?? 0), 0);
    affordableStep = grid.step * Math.sqrt((work.used - usedBefore) / Math.max(0, limits.work - work.used));
    const isFinest = grid.isSmallest || affordableStep > MIN_SHRINKAGE * grid.step;
    refinement.add({ ...bounds, step: grid.step, isFinest });
    if (refinement.step > grid.step) [work.used, affordableStep] = [usedBefore, 0]; // coarser passes take less
  }
  return refinement.bracket();
}

function goalOf(rounds: readonly RepeatedPair[], query: PldQuery, options: QueryOptions): RefinementGoal {
  // An epsilon that is small beside the loss's standard deviation is not refined further, nor is a tiny delta.
  const figure =
    query.find === "epsilon"
      ? { defaultWidth: 1e-3, negligibleWidth: composedStdDev(rounds) / 100 }
      : { defaultWidth: 1e-2, negligibleWidth: 1e-18 };
  return refinementGoal(options, { ...figure, vacuousUpper: vacuousUpper(query) });
}

function hasZeroFigure(rounds: readonly RepeatedPair[], query: PldQuery): boolean {
  return query.find === "epsilon"
    ? totalVariationBound(rounds) <= query.delta
    : largestLoss(rounds) <= query.epsilon;
}

function largestLoss(rounds: readonly RepeatedPair[]): number {
  return rounds.reduce((sum, { pair, times }) => sum + times * (pair.largestLoss ?? Infinity), 0) * ROUNDING;
}

/** Sums of 10,000 different rounds lose less than 2^-39. */
const ROUNDING = 1 + 2 ** -38;

/** The share of the aimed width that the lattice may use, unless the pair sets it. */
const LATTICE_SHARE = 0.8;
const STEPS_PER_OCTAVE = 8;
/** A first pass that only probes is coarser by this factor. */
const PROBE = 2.5;

function firstStep(rounds: readonly RepeatedPair[], relativeWidth: number): number {
  // The lattice adds up to h^2 / 4 to the variance s^2 of a round, hence h^2 / (8 s^2) of epsilon to the bracket.
  const share = Math.min(...rounds.map(({ pair }) => pair.latticeShare ?? LATTICE_SHARE));
  const step = (composedStdDev(rounds) / Math.sqrt(countOf(rounds))) * Math.sqrt(8 * share * relativeWidth);
  const first = rounds.some(({ pair }) => pair.probeFirst) ? PROBE * step : step;
  return 2 ** (Math.floor(Math.log2(first) * STEPS_PER_OCTAVE) / STEPS_PER_OCTAVE);
}

/** How one pass discretizes. */
interface Grid {
  readonly step: number;
  /** Mass that may be cut off at each end of a law. */
  readonly negligibleMass: number;
  /** Whether limits keep the next pass from a smaller step. */
  readonly isSmallest: boolean;
}

/** Points of a window, in standard deviations of the composed loss. */
const WINDOW = 20;
/** Masses below this share of the aimed accuracy are cut off, and below MIN_MASS in any case. */
const CUT = 1e-3;
const MIN_MASS = 1e-32;

interface PlanState {
  readonly goal: RefinementGoal;
  readonly refinement: Refinement;
  readonly limits: WorkLimits;
  /** A smaller step would exceed the work limit. */
  readonly affordableStep: number;
}

/** The next pass's grid. */
function planGrid(
  rounds: readonly RepeatedPair[],
  query: PldQuery,
  { goal, refinement, limits, affordableStep }: PlanState,
): Grid {
  // Masses far below this delta do not matter.
  const relevantDelta = query.find === "epsilon" ? query.delta : refinement.bounds.lower;
  const negligibleMass = negligibleMassFor((goal.relativeWidth * CUT * relevantDelta) / countOf(rounds));
  const smallest = Math.max(affordableStep, smallestStep(rounds, negligibleMass, limits));
  const step = alignedStep(rounds, Math.max(refinement.step, smallest));
  return { step, negligibleMass, isSmallest: refinement.step <= smallest };
}

/** Rounded down to one of a few values: like that of the steps, it lets pairs keep their laws from query to query. */
function negligibleMassFor(affordable: number): number {
  return Math.max(MIN_MASS, 10 ** (8 * Math.floor(Math.log10(affordable) / 8)));
}

function smallestStep(rounds: readonly RepeatedPair[], negligibleMass: number, limits: WorkLimits): number {
  const span = Math.max(...rounds.map(({ pair }) => pair.lossSpan(negligibleMass)));
  return Math.max(
    span / limits.roundPoints,
    (WINDOW * composedStdDev(rounds)) / limits.windowPoints,
    ...rounds.map(({ pair }) => pair.smallestStep ?? 0),
  );
}

/** The step, made a whole fraction of the pairs' alignment where they have one in common. */
function alignedStep(rounds: readonly RepeatedPair[], step: number): number {
  const { alignment } = rounds[0]!.pair;
  const isCommon = alignment !== undefined && rounds.every(({ pair }) => pair.alignment === alignment);
  return isCommon ? alignment / Math.ceil(alignment / step) : step;
}

function countOf(rounds: readonly RepeatedPair[]): number {
  return rounds.reduce((sum, { times }) => sum + times, 0);
}

/** About the standard deviation of the composed loss. */
function composedStdDev(rounds: readonly RepeatedPair[]): number {
  return Math.hypot(...rounds.map(({ pair, times }) => pair.lossStdDev * Math.sqrt(times)));
}

/** A round whose pair is discretized. */
interface DiscretizedRound {
  readonly pmfs: DiscretizedPair;
  readonly symmetric: boolean;
  readonly times: number;
}

/** The part of a pass's time that the pairs' own discretization takes. */
const DISCRETIZE_SHARE = 0.6;

function discretize(
  rounds: readonly RepeatedPair[],
  { step, negligibleMass }: Grid,
  onProgress: ProgressCallback,
): DiscretizedRound[] {
  return rounds.map(({ pair, times }, i) => {
    const report: ProgressCallback = (done) => onProgress((DISCRETIZE_SHARE * (i + done)) / rounds.length);
    return { pmfs: pair.pmfs(step, negligibleMass, report), symmetric: pair.symmetric, times };
  });
}

/** What composing and querying need besides the laws. */
interface Pass {
  readonly grid: Grid;
  readonly goal: RefinementGoal;
  readonly work: WorkCounter;
  readonly onProgress: ProgressCallback;
}

/** The larger figure of both directions, from pessimistic and optimistic laws; an optimistic one is skipped where it would not help. */
function composedBounds(rounds: readonly DiscretizedRound[], query: PldQuery, pass: Pass): Bounds {
  const directions = rounds.every(({ symmetric }) => symmetric) ? [false] : [false, true];
  let ends = 0;
  const bounds = { lower: 0, upper: 0 };
  const uppers: { reverse: boolean; upper: number }[] = [];
  for (const reverse of directions) {
    uppers.push({ reverse, upper: composedEnd(rounds, query, "pessimistic", reverse, pass) });
    reportEnd(++ends, directions.length, pass);
  }
  for (const { reverse, upper } of uppers.sort((a, b) => b.upper - a.upper)) {
    bounds.upper = Math.max(bounds.upper, upper);
    if (upper <= bounds.lower || isNarrow(bounds, pass.goal)) continue;
    bounds.lower = Math.max(bounds.lower, composedEnd(rounds, query, "optimistic", reverse, pass));
    reportEnd(++ends, directions.length, pass);
  }
  return bounds;
}

function reportEnd(ends: number, directions: number, { onProgress }: Pass): void {
  onProgress(DISCRETIZE_SHARE + (1 - DISCRETIZE_SHARE) * (ends / (2 * directions)));
}

/** One end of the figure, in one direction: composed on the lattice, but for a single round, whose law is queried itself. */
function composedEnd(
  rounds: readonly DiscretizedRound[],
  query: PldQuery,
  side: Side,
  reverse: boolean,
  { grid, work }: Pass,
): number {
  const parts = rounds.map(({ pmfs, symmetric, times }) => ({
    pmf: reverse && !symmetric ? reversePmf(pmfs[side]) : pmfs[side],
    times,
  }));
  if (parts.length === 1 && parts[0]!.times === 1) return querySingle(parts[0]!.pmf, query, side);
  if (query.find === "epsilon" && side === "pessimistic" && addedDeltas(parts) <= query.delta) return 0;
  const lattice = onCommonLattice(parts, side, { ...grid, limits: work.limits });
  return queryComposed(lattice.parts, query, side, work, lattice.origin);
}

/** An upper bound on the composition's delta at epsilon 0: those of the rounds, of which the losses' rounding matters less one by one. */
function addedDeltas(rounds: readonly RepeatedLaw[]): number {
  const atZero: PldQuery = { find: "delta", epsilon: 0 };
  const sum = rounds.reduce(
    (total, { pmf, times }) => total + times * querySingle(pmf, atZero, "pessimistic"),
    0,
  );
  return sum * ROUNDING;
}
