import type { Adjacency, Guarantee, MechanismEvent, Method } from "../privacy/index.js";
import { checkNumber, checkOneOf, checkOptions, DOMAIN, type Limits, wrongShape } from "../validate.js";
import type { AccountantSelection } from "./_internal/evaluate-accountants.js";
import { nextTrial } from "./_internal/next-trial.js";
import {
  bracketFrom,
  type Evaluate,
  type Interval,
  MAX_WIDTH,
  narrow,
  type Point,
  PRECISION,
  type Search,
  solveFrom,
  split,
  type Walk,
  widthOf,
} from "./_internal/target-crossing.js";
import { budgetGuarantee } from "./budget-guarantee.js";
import { type GuaranteesReport, guarantees } from "./guarantees.js";

const PARAMETERS = ["noiseMultiplier", "noiseToClip", "localEpsilon"] as const;

/** The guarantee that {@link calibrate} must reach. */
export interface CalibrationTarget {
  /** Which data sets count as neighbours. */
  readonly adjacency: Adjacency;
  /** δ, [1e-100, 1). */
  readonly delta: number;
  /** ε, the largest upper bound that meets the target, nats, [1e-12, 1e9]. */
  readonly targetEpsilon: number;
  /** Whose figure must meet the target; by default the best proven one. */
  readonly method?: Method;
  /**
   * Which way epsilon goes: down with the noise, however it is stated (the default), up with a local epsilon.
   */
  readonly parameter?: (typeof PARAMETERS)[number];
  /**
   * How near the answer comes to the parameter that just meets the target, or its ε to the target, relative,
   * [1e-6, 0.1]; 1e-6 by default, a larger one is quicker. Where ε jumps along the parameter, or its own
   * bracket is wide, the answer may be up to 5e-3 on the safe side; where ε is an upper bound alone, with 0
   * as its lower end, up to 1e-4, or as much as the former where it does not fall smoothly.
   */
  readonly precision?: number;
  /** About where the answer is; a good guess saves evaluations. By default 1. */
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

/**
 * A lead over the other methods, in logarithms of epsilon, that is kept; and how much of it may be lost on
 * the way, per logarithm of the value. Valid at any lead, as the answer is evaluated: twice or half of it
 * changed none of nine.
 */
const LEAD = Math.log(2);

/**
 * The parameter at which an event meets a target epsilon, on the safe side: what is returned was itself
 * evaluated and meets it.
 *
 * @param eventOf builds the event from the free parameter
 * @param target.targetEpsilon nats, [1e-12, 1e9]
 * @throws DpError OUT_OF_RANGE or BAD_INPUT for a bad target, or an event whose epsilon does not go the way
 *   of its parameter; NOT_APPLICABLE when no figure of the wanted kind applies, or no noise, or local
 *   epsilon, within the domain (docs/conventions.md) meets the target
 * @example
 * const round = (noiseMultiplier: number) => ({ kind: "repeat", times: 10, of: { kind: "gaussian", noiseMultiplier } }) as const;
 * calibrate(round, { adjacency: "replace-one", delta: 1e-5, targetEpsilon: 2 }).value.toFixed(2); // "6.30"
 */
export function calibrate(
  eventOf: (value: number) => MechanismEvent,
  target: CalibrationTarget,
): Calibration {
  if (typeof eventOf !== "function") throw wrongShape("calibrate: eventOf", eventOf, "a function");
  const queries = calibrationQueries(target);
  let step = queries.next();
  while (!step.done) step = queries.next(guarantees(eventOf(step.value.value), step.value.options));
  const { value, ...found } = step.value;
  return { value, event: eventOf(value), ...found };
}

/**
 * What {@link calibrate} has evaluated, whoever evaluates it: each query is answered by the
 * {@link guarantees} of the event at its value. Its result lacks the event alone.
 */
export function* calibrationQueries(target: CalibrationTarget): Search<Omit<Calibration, "event">> {
  checkOptions("calibrate", target);
  const parameter = checkOneOf("calibrate: parameter", target.parameter ?? "noiseMultiplier", PARAMETERS);
  const targetEpsilon = checkNumber("calibrate: targetEpsilon", target.targetEpsilon, {
    ...DOMAIN.epsilon,
    orZero: false,
  });
  const { sign, searched, valueAt } = scaleOf(parameter);
  const walk = walkOf(target, sign, searched);
  let evaluations = 0;
  const evaluateBy = (choice: AccountantSelection): Evaluate =>
    function* (logValue) {
      evaluations += 1;
      const { adjacency, delta, method } = target;
      const value = valueAt(logValue);
      const report = yield { value, options: { adjacency, delta, ...choice } };
      const guarantee = budgetGuarantee(report, method);
      const excess = Math.log(guarantee.epsilon.upper / targetEpsilon);
      return { logValue, guarantee, excess, lead: leadOf(guarantee, report) };
    };
  const { meets } = yield* target.method === undefined
    ? solveByBest(evaluateBy, walk)
    : solveBy(evaluateBy({ method: target.method }), walk);
  const { logValue, guarantee } = meets;
  return { value: valueAt(logValue), guarantee, evaluations };
}

/**
 * Epsilon falls with the logarithm of noise, or with that of 1 / local epsilon; the values searched are those
 * of the domain.
 */
function scaleOf(parameter: NonNullable<CalibrationTarget["parameter"]>): Scale {
  const isNoise = parameter !== "localEpsilon";
  const [sign, searched] = isNoise ? ([1, DOMAIN.noise] as const) : ([-1, DOMAIN.localEpsilon] as const);
  const valueAt = (logValue: number): number =>
    Math.min(searched.max, Math.max(searched.min, Math.exp(sign * logValue)));
  return { sign, searched, valueAt };
}

interface Scale {
  readonly sign: 1 | -1;
  readonly searched: Limits;
  readonly valueAt: (logValue: number) => number;
}

function walkOf(target: CalibrationTarget, sign: 1 | -1, searched: Limits): Walk {
  const precision = checkNumber("calibrate: precision", target.precision ?? PRECISION.min, PRECISION);
  const guess = checkNumber("calibrate: guess", target.guess ?? 1, { ...searched, orZero: false });
  const [least, most] = [searched.min, searched.max].map((end) => sign * Math.log(end)).sort((a, b) => a - b);
  return { from: sign * Math.log(guess), searched, least: least!, most: most!, precision };
}

/**
 * Solves by the method that is best near the answer, and by another one after it wherever that one meets the
 * target where the first just does not, which is not looked for where the first is far ahead. The quick
 * methods say about where the answer is, and how steep epsilon is there.
 */
function* solveByBest(evaluateBy: (choice: AccountantSelection) => Evaluate, walk: Walk): Search<Interval> {
  const quick = evaluateBy({ quick: true });
  const about = yield* bracketFrom(yield* quick(walk.from), quick, walk);
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
  const isSettled = near.lead > LEAD + 2 * Math.abs(interval.meets.logValue - near.logValue);
  return isSettled ? interval : yield* improve(interval, evaluateBy, walk);
}

/**
 * Solves by a better method than the one that met the target in an interval: as a rule its epsilon falls more
 * steeply.
 */
function* solveBeside(near: Point, about: Interval, evaluate: Evaluate, walk: Walk): Search<Interval> {
  const { exceeds, meets } = about;
  if (near.excess > 0) return yield* narrow({ exceeds: near, meets }, [], evaluate, walk);
  const slope = (exceeds.excess - meets.excess) / widthOf(about);
  const distance = Math.abs(near.excess) / (2 * slope);
  // Not where epsilon is 0.
  const towards = distance > 0 ? { ...walk, distance } : walk;
  return yield* solveFrom(near, evaluate, towards);
}

/** Solves by another method as long as one meets the target where the last just does not. */
function* improve(
  interval: Interval,
  evaluateBy: (choice: AccountantSelection) => Evaluate,
  walk: Walk,
): Search<Interval> {
  let best = interval;
  while (best.exceeds !== best.meets) {
    const below = best.meets.logValue - Math.min(Math.max(MAX_WIDTH, walk.precision), widthOf(best));
    const better = yield* evaluateBy({})(Math.max(walk.least, below));
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

function leadOf({ method, epsilon }: Guarantee, { guarantees }: GuaranteesReport): number {
  const others = guarantees.filter(
    (each) => each.side === "upper" && each.status === "proven" && each.method !== method,
  );
  return Math.log(Math.min(...others.map((each) => each.epsilon.upper)) / epsilon.upper);
}
