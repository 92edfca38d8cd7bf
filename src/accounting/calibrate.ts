import { DpError } from "../errors.js";
import type { Adjacency, Guarantee, MechanismEvent, Method } from "../privacy/index.js";
import { checkNumber, checkOneOf, checkOptions, RANGES, type Range, wrongShape } from "../validate.js";
import type { AccountantSelection } from "./_internal/evaluate-accountants.js";
import { nextTrial, type Trial } from "./_internal/next-trial.js";
import { budgetGuarantee } from "./budget-guarantee.js";
import { type GuaranteesOptions, type GuaranteesReport, guarantees } from "./guarantees.js";

const PARAMETERS = ["noiseMultiplier", "noiseToClip", "localEpsilon"] as const;

/** The guarantee that {@link calibrate} must reach. */
export interface CalibrationTarget {
  /** Which data sets count as neighbours. */
  readonly adjacency: Adjacency;
  /** δ, (0, 1). */
  readonly delta: number;
  /** ε, the largest upper bound that meets the target, nats, (0, ∞). */
  readonly targetEpsilon: number;
  /** Whose figure must meet the target; by default the best proven one. */
  readonly method?: Method;
  /** Which way epsilon goes: down with the noise, however it is stated (the default), up with a local epsilon. */
  readonly parameter?: (typeof PARAMETERS)[number];
  /**
   * How near the answer comes to the parameter that just meets the target, or its ε to the target, relative, [1e-6, 0.1]; 1e-6 by default, a
   * larger one is quicker. Where ε jumps along the parameter, or its own bracket is wide, the answer may be up to 5e-3 on the safe side.
   */
  readonly precision?: number;
  /** About where the answer is, [1e-4, 1e8]; a good guess saves evaluations. By default 1. */
  readonly guess?: number;
}

/** What {@link calibrate} found. */
export interface Calibration {
  /** The least noise, or the largest local epsilon, found to meet the target. */
  readonly value: number;
  /** The event at `value`. */
  readonly event: MechanismEvent;
  /** The figure at `value`; its `epsilon.upper` is at most the target. */
  readonly guarantee: Guarantee;
  /** How many events were evaluated. */
  readonly evaluations: number;
}

/** Values searched. */
const LEAST = 1e-4;
const LARGEST = 1e8;
/** The longest step along the logarithm until the answer lies between two. */
const STRIDE = Math.log(4);
/** Of the answer, relative, and the most steps towards it by one method. */
const PRECISION: Range = { min: 1e-6, max: 0.1 };
const MAX_STEPS = 50;
/** How near an answer is: a share of how far the figure's own ends are apart, at most so much. */
const ENDS_TOLD = 32;
const COARSEST = 5e-3;
/** Where epsilon falls more steeply, in logarithms, it is taken for a jump, and its place need not be known better. */
const STEEPEST = 32;
/** A prediction that comes no nearer to the target than that, of the ends' lesser distance, is followed by the middle: epsilon may jump. */
const WELL_PREDICTED = 0.5;
/** A lead over the other methods, in logarithms of epsilon, that is kept; and how much of it may be lost on the way, per logarithm of the value. */
const LEAD = Math.log(2);
const CLOSING = 2;

/**
 * The parameter at which an event meets a target epsilon, on the safe side: what is returned was itself evaluated and meets it.
 *
 * @param eventOf builds the event from the free parameter
 * @param target.targetEpsilon nats, > 0
 * @throws DpError OUT_OF_RANGE or BAD_INPUT for a bad target, or an event whose epsilon does not go the way of its parameter;
 *   NOT_APPLICABLE when no figure of the wanted kind applies, or no parameter in
 *   [1e-4, 1e8] meets the target
 * @example
 * const round = (noiseMultiplier: number) => ({ kind: "repeat", times: 10, of: { kind: "gaussian", noiseMultiplier } }) as const;
 * calibrate(round, { adjacency: "replace-one", delta: 1e-5, targetEpsilon: 2 }).value.toFixed(2); // "6.30"
 */
export function calibrate(
  eventOf: (value: number) => MechanismEvent,
  target: CalibrationTarget,
): Calibration {
  const queries = calibrationQueries(eventOf, target);
  let step = queries.next();
  while (!step.done) step = queries.next(guarantees(step.value.event, step.value.options));
  return step.value;
}

/** What {@link calibrate} has evaluated, whoever evaluates it: each query is answered by its {@link guarantees}. */
export function* calibrationQueries(
  eventOf: (value: number) => MechanismEvent,
  target: CalibrationTarget,
): Search<Calibration> {
  if (typeof eventOf !== "function") throw wrongShape("calibrate: eventOf", eventOf, "a function");
  checkOptions("calibrate", target);
  const parameter = checkOneOf("calibrate: parameter", target.parameter ?? "noiseMultiplier", PARAMETERS);
  const targetEpsilon = checkNumber("calibrate: targetEpsilon", target.targetEpsilon, RANGES.positive);
  const sign = parameter === "localEpsilon" ? -1 : 1;
  const walk = walkOf(target, sign);
  let evaluations = 0;
  const evaluateBy = (choice: AccountantSelection): Evaluate =>
    function* (logValue) {
      evaluations += 1;
      const { adjacency, delta, method } = target;
      const event = eventOf(Math.exp(sign * logValue));
      const report = yield { event, options: { adjacency, delta, ...choice } };
      const guarantee = budgetGuarantee(report, method);
      const excess = Math.log(guarantee.epsilon.upper / targetEpsilon);
      return { logValue, guarantee, excess, lead: leadOf(guarantee, report) };
    };
  const { meets } = yield* target.method === undefined
    ? solveByBest(evaluateBy, walk)
    : solveBy(evaluateBy({ method: target.method }), walk);
  const { logValue, guarantee } = meets;
  const value = Math.exp(sign * logValue);
  return { value, event: eventOf(value), guarantee, evaluations };
}

interface CalibrationQuery {
  readonly event: MechanismEvent;
  readonly options: GuaranteesOptions;
}

/** A computation that has events evaluated on its way. */
type Search<Result> = Generator<CalibrationQuery, Result, GuaranteesReport>;

type Evaluate = (logValue: number) => Search<Point>;

/** Where a search begins, and how near it comes. */
interface Walk {
  readonly from: number;
  readonly precision: number;
  /** About how far the answer is, along the logarithm of the value. */
  readonly distance?: number;
}

function walkOf(target: CalibrationTarget, sign: 1 | -1): Walk {
  const precision = checkNumber("calibrate: precision", target.precision ?? PRECISION.min, PRECISION);
  if (target.guess === undefined) return { from: 0, precision };
  const guess = checkNumber("calibrate: guess", target.guess, { min: LEAST, max: LARGEST });
  return { from: sign * Math.log(guess), precision };
}

/**
 * Solves by the method that is best near the answer, and by another one after it wherever that one meets the target where the first just does not,
 * which is not looked for where the first is far ahead. The quick methods say about where the answer is, and how steep epsilon is there.
 */
function* solveByBest(evaluateBy: (choice: AccountantSelection) => Evaluate, walk: Walk): Search<Interval> {
  const about = yield* bracket(evaluateBy({ quick: true }), walk);
  const ends = [about.exceeds, about.meets] as const;
  if (about.exceeds === about.meets) return yield* improve(about, evaluateBy, walk);
  const at = nextTrial(ends, ends, { precision: walk.precision, shortfalls: 0 });
  const near = yield* evaluateBy({})(at);
  const { method } = near.guarantee;
  const evaluate = evaluateBy({ method });
  const interval =
    method === about.meets.guarantee.method
      ? yield* narrow(split(about, near), ends, evaluate, walk)
      : yield* solveBeside(near, about, evaluate, walk);
  const isSettled = near.lead > LEAD + CLOSING * Math.abs(interval.meets.logValue - near.logValue);
  return isSettled ? interval : yield* improve(interval, evaluateBy, walk);
}

/** Solves by a better method than the one that met the target in an interval: as a rule its epsilon falls more steeply. */
function* solveBeside(near: Point, about: Interval, evaluate: Evaluate, walk: Walk): Search<Interval> {
  const { exceeds, meets } = about;
  if (near.excess > 0) return yield* narrow({ exceeds: near, meets }, [], evaluate, walk);
  const slope = (exceeds.excess - meets.excess) / widthOf(about);
  const distance = Math.abs(near.excess) / (2 * slope);
  return yield* solveFrom(near, evaluate, distance > 0 ? { ...walk, distance } : walk); // not where epsilon is 0
}

/** Solves by another method as long as one meets the target where the last just does not. */
function* improve(
  interval: Interval,
  evaluateBy: (choice: AccountantSelection) => Evaluate,
  walk: Walk,
): Search<Interval> {
  let best = interval;
  while (best.exceeds !== best.meets) {
    const below = best.meets.logValue - Math.min(Math.max(COARSEST, walk.precision), widthOf(best));
    const better = yield* evaluateBy({})(Math.max(Math.log(LEAST), below));
    if (!(better.excess <= 0)) break;
    const { method } = better.guarantee;
    if (method === best.meets.guarantee.method) return { ...best, meets: better };
    best = yield* solveFrom(better, evaluateBy({ method }), walk);
  }
  return best;
}

function* solveBy(evaluate: Evaluate, walk: Walk): Search<Interval> {
  return yield* solveFrom(yield* evaluate(walk.from), evaluate, walk);
}

function* solveFrom(start: Point, evaluate: Evaluate, walk: Walk): Search<Interval> {
  const interval = yield* bracketFrom(start, evaluate, walk);
  return yield* narrow(interval, [interval.exceeds, interval.meets], evaluate, walk);
}

interface Point extends Trial {
  readonly guarantee: Guarantee;
  /** log of the least proven ε of the other methods that were evaluated, less that of this one. */
  readonly lead: number;
}

function leadOf({ method, epsilon }: Guarantee, { guarantees }: GuaranteesReport): number {
  const others = guarantees.filter(
    (each) => each.side === "upper" && each.status === "proven" && each.method !== method,
  );
  return Math.log(Math.min(...others.map((each) => each.epsilon.upper)) / epsilon.upper);
}

interface Interval {
  readonly exceeds: Point;
  readonly meets: Point;
}

/**
 * The same interval, so narrow that its end which meets the target is an answer.
 *
 * @param known trials that help to predict where the target is crossed
 */
function* narrow(
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
  for (let step = 0; step < MAX_STEPS && !isNarrow(current, precision); step++) {
    const { exceeds, meets } = current;
    const at: number = isMissed
      ? (exceeds.logValue + meets.logValue) / 2
      : nextTrial([exceeds, meets], trials, { precision, shortfalls });
    const point: Point = yield* evaluate(at);
    const isNear = Math.abs(point.excess) < WELL_PREDICTED * Math.min(exceeds.excess, -meets.excess);
    isMissed = !isNear && !isMissed;
    const isMet = point.excess <= 0;
    shortfalls = isMet === wasMet ? shortfalls + 1 : 0;
    wasMet = isMet;
    trials.push(point);
    current = split(current, point);
  }
  return current;
}

/** Whether an interval's end that meets the target is an answer: the other end, or the target, is as near to it as is asked for, or can be told. */
function isNarrow(interval: Interval, precision: number): boolean {
  const { exceeds, meets } = interval;
  const { lower, upper } = meets.guarantee.epsilon;
  const told = lower > 0 ? Math.log(upper / lower) / ENDS_TOLD : 0;
  const enough = Math.max(precision, Math.min(COARSEST, told));
  const isJump = exceeds.excess - meets.excess > STEEPEST * widthOf(interval);
  return -meets.excess <= enough || widthOf(interval) <= (isJump ? Math.max(enough, COARSEST) : enough);
}

function widthOf({ exceeds, meets }: Interval): number {
  return meets.logValue - exceeds.logValue;
}

/** The half of the interval in which the target is crossed. */
function split({ exceeds, meets }: Interval, point: Point): Interval {
  return point.excess <= 0 ? { exceeds, meets: point } : { exceeds: point, meets };
}

function* bracket(evaluate: Evaluate, walk: Walk): Search<Interval> {
  return yield* bracketFrom(yield* evaluate(walk.from), evaluate, walk);
}

function* bracketFrom(start: Point, evaluate: Evaluate, { precision, distance }: Walk): Search<Interval> {
  let point = start;
  // Epsilon falls at least like 1 / noise as a rule: the first step crosses the target.
  const stride = Math.min(STRIDE, Math.max(16 * precision, 1.1 * (distance ?? Math.abs(start.excess))));
  let step = start.excess > 0 ? stride : -stride;
  while (point.logValue > Math.log(LEAST) && point.logValue < Math.log(LARGEST)) {
    const next = yield* evaluate(point.logValue + step);
    if (next.excess <= 0 !== point.excess <= 0) {
      return step > 0 ? { exceeds: point, meets: next } : { exceeds: next, meets: point };
    }
    point = next;
    step = Math.sign(step) * Math.min(STRIDE, 2 * Math.abs(step));
  }
  const costsNothing = start.excess === -Infinity; // delta pays for all there is to learn
  const falls = step > 0 ? point.excess < start.excess : point.excess > start.excess;
  if (point !== start && !falls && !costsNothing) {
    throw new DpError(
      "BAD_INPUT",
      "calibrate: epsilon must fall as the noise rises, or rise with the local epsilon, and it does not; does eventOf use its argument as `parameter` says?",
      { parameter: "eventOf", value: point.guarantee.epsilon.upper, allowed: "epsilon that falls" },
    );
  }
  if (point.excess <= 0) return { exceeds: point, meets: point };
  throw new DpError(
    "NOT_APPLICABLE",
    `calibrate: no parameter in [${LEAST}, ${LARGEST}] meets the target, the least epsilon found is ${point.guarantee.epsilon.upper}; raise targetEpsilon or delta`,
    {
      parameter: "targetEpsilon",
      value: point.guarantee.epsilon.upper / Math.exp(point.excess),
      allowed: `at least ${point.guarantee.epsilon.upper}`,
    },
  );
}
