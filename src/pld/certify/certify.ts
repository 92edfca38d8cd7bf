/**
 * Certified brackets for queries on composed pairs: plan a grid, discretize the pairs, compose and query
 * their laws, and repeat on finer grids until the bracket is narrow.
 */
import { ROUNDING, roundedDown, roundedUp } from "../../numerics/rounding.js";
import type { Bracket } from "../../privacy/index.js";
import type { PldQuery } from "../compose/query-pmf.js";
import { WORK_LIMITS, type WorkCounter } from "../compose/work-limits.js";
import type { DominatingPair, RepeatedPair } from "../dominating-pair.js";
import { totalVariationBound } from "../total-variation-bound.js";
import { composedBounds, discretize } from "./composed-bounds.js";
import { composedStdDev, countOf, largestLoss } from "./composed-rounds.js";
import { firstStep, planGrid } from "./plan-grid.js";
import { type QueryOptions, Refinement, type RefinementGoal, refinementGoal } from "./refinement.js";

/**
 * A next step is not taken if it would be hardly smaller than this share of the last one. Valid at any value
 * below one: at 0.9, a last pass more that gains little; at 0.4, a bracket up to six times as wide.
 */
const MIN_SHRINKAGE = 0.8;

const answers = new Map<string, Bracket>();
const numbers = new WeakMap<DominatingPair, number>();
let pairsSeen = 0;

/**
 * Answers a query about composed pairs: the larger figure of both directions, on grids fine enough for the
 * aimed width.
 */
export function certify(rounds: readonly RepeatedPair[], query: PldQuery, options: QueryOptions): Bracket {
  if (Object.keys(options).length > 0) return certified(rounds, query, options);
  const question = JSON.stringify([rounds.map(({ pair, times }) => [numberOf(pair), times]), query]);
  const known = answers.get(question);
  if (known !== undefined) return known;
  const bracket = certified(rounds, query, options);
  // Several methods ask the same of the same pairs. Any number is valid.
  if (answers.size >= 64) answers.delete(answers.keys().next().value!);
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

/**
 * Where no lattice holds the rounds together, their own epsilons and deltas add up; a delta is at most their
 * total variation.
 */
function certified(rounds: readonly RepeatedPair[], query: PldQuery, options: QueryOptions): Bracket {
  const most = query.find === "delta" ? totalVariationBound(rounds) : Infinity;
  const bracket = refinedBracket(rounds, query, options);
  const count = countOf(rounds);
  if (count < 2 || bracket.upper < vacuousUpper(query)) return atMost(most, bracket);
  const share = roundedDown(1, ROUNDING.fewOperations) / count;
  const each: PldQuery =
    query.find === "epsilon"
      ? { ...query, delta: query.delta * share }
      : { ...query, epsilon: query.epsilon * share };
  const sum = rounds.reduce(
    (total, { pair, times }) => total + times * certify([{ pair, times: 1 }], each, {}).upper,
    0,
  );
  return atMost(Math.min(most, roundedUp(sum, ROUNDING.longSum)), bracket);
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
    if (refinement.step > grid.step) {
      // Coarser passes take less.
      work.used = usedBefore;
      affordableStep = 0;
    }
  }
  return refinement.bracket();
}

function goalOf(rounds: readonly RepeatedPair[], query: PldQuery, options: QueryOptions): RefinementGoal {
  // An epsilon that is small beside the loss's standard deviation is not refined further, nor is a tiny
  // delta.
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
