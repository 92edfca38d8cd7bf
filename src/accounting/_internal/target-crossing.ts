import { DpError } from "../../errors.js";
import type { Guarantee } from "../../privacy/index.js";
import { describeRange, type Limits } from "../../validate.js";
import type { GuaranteesOptions, GuaranteesReport } from "../guarantees.js";
import { nextTrial, type Trial } from "./next-trial.js";

/**
 * The longest step along the logarithm until the answer lies between two. Valid at any length: twice as long
 * took 101 evaluations in eleven searches, where it takes 102; half of it 96 in ten, for 93.
 */
const STRIDE = Math.log(4);
/** Of the answer, relative, and the most steps towards it by one method. */
export const PRECISION = { min: 1e-6, max: 0.1 } as const;
/**
 * How near an answer is, in logarithms: a 32nd of how far the figure's own ends are apart, at most this.
 * Valid at any width: twice or half of it changed none of nine answers.
 */
export const MAX_WIDTH = 5e-3;
/**
 * The same of an upper end alone, whose grids move with the value. Valid at any width: twice or half of it
 * moved one of nine answers, by 4e-5 at most.
 */
const UPPER_END_TOLD = 1e-4;

/** A value whose event's figures a search needs. */
export interface CalibrationQuery {
  readonly value: number;
  readonly options: GuaranteesOptions;
}

/** A computation that has events evaluated on its way. */
export type Search<Result> = Generator<CalibrationQuery, Result, GuaranteesReport>;

/** What a method says at a value. */
export type Evaluate = (logValue: number) => Search<Point>;

/** Where a search begins, and how near it comes. */
export interface Walk {
  readonly from: number;
  /** The values searched, and the ends of their logarithms. */
  readonly searched: Limits;
  readonly least: number;
  readonly most: number;
  readonly precision: number;
  /** About how far the answer is, along the logarithm of the value. */
  readonly distance?: number;
}

/** A value that was evaluated. */
export interface Point extends Trial {
  readonly guarantee: Guarantee;
  /** log of the least proven ε of the other methods that were evaluated, less that of this one. */
  readonly lead: number;
}

/** Where the target is crossed; the same point twice where all values meet it. */
export interface Interval {
  readonly exceeds: Point;
  readonly meets: Point;
}

/** An interval so narrow that its end which meets the target is an answer. */
export function* solveFrom(start: Point, evaluate: Evaluate, walk: Walk): Search<Interval> {
  const interval = yield* bracketFrom(start, evaluate, walk);
  return yield* narrow(interval, [interval.exceeds, interval.meets], evaluate, walk);
}

/**
 * An interval in which the target is crossed, found by steps from a start that double, and grow less, or
 * shrink, where the target comes near.
 *
 * @throws DpError BAD_INPUT where epsilon goes the wrong way, NOT_APPLICABLE where no value searched meets
 *   the target
 */
export function* bracketFrom(
  start: Point,
  evaluate: Evaluate,
  { searched, least, most, precision, distance }: Walk,
): Search<Interval> {
  let point = start;
  // Epsilon falls at least like 1 / noise as a rule: the first step crosses the target.
  const stride = Math.min(STRIDE, Math.max(16 * precision, 1.1 * (distance ?? Math.abs(start.excess))));
  let step = start.excess > 0 ? stride : -stride;
  while (step < 0 ? point.logValue > least : point.logValue < most) {
    const next = yield* evaluate(Math.max(least, Math.min(most, point.logValue + step)));
    if (next.excess <= 0 !== point.excess <= 0) {
      return step > 0 ? { exceeds: point, meets: next } : { exceeds: next, meets: point };
    }
    step = Math.sign(step) * Math.min(STRIDE, Math.abs(step) * growthOf(point.excess / next.excess));
    point = next;
  }
  const costsNothing = start.excess === -Infinity; // delta pays for all there is to learn
  const falls = step > 0 ? point.excess < start.excess : point.excess > start.excess;
  if (point !== start && !falls && !costsNothing) throw goesTheWrongWay(point);
  if (point.excess > 0) throw exceedsEverywhere(point, searched);
  return { exceeds: point, meets: point };
}

/**
 * How much longer the next step is than the last one: twice as far as a straight line says, as epsilon may
 * flatten.
 *
 * @param approach the distance to the target before the last step over that after it, in logarithms of
 *   epsilon
 */
function growthOf(approach: number): number {
  const stepsLeft = 1 / (approach - 1);
  return approach > 1 ? Math.max(1 / 2, Math.min(2, 2 * stepsLeft)) : 2;
}

function goesTheWrongWay({ guarantee }: Point): DpError {
  return new DpError(
    "BAD_INPUT",
    "calibrate: epsilon must fall as the noise rises, or rise with the local epsilon, and it does not; does eventOf use its argument as `parameter` says?",
    { parameter: "eventOf", value: guarantee.epsilon.upper, allowed: "epsilon that falls" },
  );
}

function exceedsEverywhere({ guarantee, excess }: Point, searched: Limits): DpError {
  const { upper } = guarantee.epsilon;
  return new DpError(
    "NOT_APPLICABLE",
    `calibrate: the target lies beyond the domain: no parameter that is ${describeRange({ ...searched, orZero: false })} meets the target, the least epsilon found is ${upper}; raise the target epsilon or delta`,
    { parameter: "targetEpsilon", value: upper / Math.exp(excess), allowed: `at least ${upper}` },
  );
}

/**
 * The same interval, so narrow that its end which meets the target is an answer.
 *
 * @param known trials that help to predict where the target is crossed
 */
export function* narrow(
  interval: Interval,
  known: readonly Trial[],
  evaluate: Evaluate,
  { precision }: Walk,
): Search<Interval> {
  const trials: Trial[] = [...new Set([...known, interval.exceeds, interval.meets])];
  let current = interval;
  let isMissed = false;
  let wasMet: boolean | undefined;
  let shortfalls = 0;
  for (let step = 0; step < 50; step++) {
    const { exceeds, meets } = current;
    const enough = Math.max(precision, toldOf(meets, step));
    if (isNarrow(current, enough)) break;
    const at: number = isMissed
      ? (exceeds.logValue + meets.logValue) / 2
      : nextTrial([exceeds, meets], trials, { precision: enough, shortfalls });
    const point: Point = yield* evaluate(at);
    // A prediction that comes no nearer than half of the ends' lesser distance is followed by the middle:
    // epsilon may jump.
    const isNear = Math.abs(point.excess) < 0.5 * Math.min(exceeds.excess, -meets.excess);
    isMissed = !isNear && !isMissed;
    const isMet = point.excess <= 0;
    shortfalls = isMet === wasMet ? shortfalls + 1 : 0;
    wasMet = isMet;
    trials.push(point);
    current = split(current, point);
  }
  return current;
}

/** How near to the target it can be told, after a number of steps. */
function toldOf({ guarantee }: Point, step: number): number {
  const { lower, upper } = guarantee.epsilon;
  if (lower > 0) return Math.min(MAX_WIDTH, Math.log(upper / lower) / 32);
  // After five steps an end is taken for one that does not fall smoothly.
  return step < 5 ? UPPER_END_TOLD : MAX_WIDTH;
}

/**
 * Whether an interval's end that meets the target is an answer: the other end, or the target, is near enough
 * to it.
 */
function isNarrow(interval: Interval, enough: number): boolean {
  const { exceeds, meets } = interval;
  // Where epsilon falls more steeply, in logarithms, it jumps, and its place need not be known better.
  const isJump = exceeds.excess - meets.excess > 32 * widthOf(interval);
  return -meets.excess <= enough || widthOf(interval) <= (isJump ? Math.max(enough, MAX_WIDTH) : enough);
}

export function widthOf({ exceeds, meets }: Interval): number {
  return meets.logValue - exceeds.logValue;
}

/** The half of the interval in which the target is crossed. */
export function split({ exceeds, meets }: Interval, point: Point): Interval {
  return point.excess <= 0 ? { exceeds, meets: point } : { exceeds: point, meets };
}
