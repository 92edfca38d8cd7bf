import { DpError } from "../errors.js";
import type { Adjacency, Guarantee, MechanismEvent, Method } from "../privacy/index.js";
import { checkNumber, checkOneOf, checkOptions, RANGES, type Range, wrongShape } from "../validate.js";
import type { AccountantSelection } from "./_internal/evaluate-accountants.js";
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
  /** How near the answer comes to the parameter that just meets the target, relative, [1e-6, 0.1]; 1e-6 by default, a larger one is quicker. */
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
/** Steps along the logarithm until the answer lies between two: from a guess they begin small, and double up to the usual one. */
const STRIDE = Math.log(4);
const GUESS_STRIDE = Math.log(1.1);
/** Of the answer, relative, and the most steps towards it by one method. */
const PRECISION: Range = { min: 1e-6, max: 0.1 };
const MAX_STEPS = 50;

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
      return { logValue, guarantee, excess: Math.log(guarantee.epsilon.upper / targetEpsilon) };
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

/** Where a search begins, how far it steps at first, and how near it comes. */
interface Walk {
  readonly from: number;
  readonly stride: number;
  readonly precision: number;
}

function walkOf(target: CalibrationTarget, sign: 1 | -1): Walk {
  const precision = checkNumber("calibrate: precision", target.precision ?? PRECISION.min, PRECISION);
  if (target.guess === undefined) return { from: 0, stride: STRIDE, precision };
  const guess = checkNumber("calibrate: guess", target.guess, { min: LEAST, max: LARGEST });
  return { from: sign * Math.log(guess), stride: GUESS_STRIDE, precision };
}

/** Solves by one method after the other, each of which meets the target where the one before just does not. */
function* solveByBest(evaluateBy: (choice: AccountantSelection) => Evaluate, walk: Walk): Search<Interval> {
  const interval = yield* bracket(evaluateBy({ quick: true }), walk);
  const { method } = interval.meets.guarantee;
  let best = yield* narrow(interval, evaluateBy({ method }), walk);
  while (best.exceeds !== best.meets) {
    const { guarantee, excess, logValue } = yield* evaluateBy({})(best.exceeds.logValue);
    if (!(excess <= 0)) break;
    best = yield* solveBy(evaluateBy({ method: guarantee.method }), { ...walk, from: logValue });
  }
  return best;
}

function* solveBy(evaluate: Evaluate, walk: Walk): Search<Interval> {
  return yield* narrow(yield* bracket(evaluate, walk), evaluate, walk);
}

interface Point {
  /** log of the noise, or minus log of the local epsilon: epsilon falls along it. */
  readonly logValue: number;
  readonly guarantee: Guarantee;
  /** log(epsilon / target); the point meets the target where it is at most 0. */
  readonly excess: number;
}

interface Interval {
  readonly exceeds: Point;
  readonly meets: Point;
}

/** The same interval, so narrow that its end which meets the target is an answer. */
function* narrow(interval: Interval, evaluate: Evaluate, { precision }: Walk): Search<Interval> {
  let { exceeds, meets } = interval;
  let weight = 0.5;
  for (let step = 0; step < MAX_STEPS && meets.logValue - exceeds.logValue > precision; step++) {
    const middle = yield* evaluate(exceeds.logValue + weight * (meets.logValue - exceeds.logValue));
    if (middle.excess <= 0) meets = middle;
    else exceeds = middle;
    weight = nextWeight(exceeds, meets);
  }
  return { exceeds, meets };
}

/** Where the secant through both ends crosses zero, kept off the ends so that both of them move. */
function nextWeight(exceeds: Point, meets: Point): number {
  if (!Number.isFinite(exceeds.excess - meets.excess)) return 0.5; // epsilon falls to 0 between them
  const secant = exceeds.excess / (exceeds.excess - meets.excess);
  const off = 0.02;
  const nudged = secant + (secant < 0.5 ? off : -off) * 0.5;
  return Math.min(1 - off, Math.max(off, nudged));
}

function* bracket(evaluate: Evaluate, { from, stride }: Walk): Search<Interval> {
  const start = yield* evaluate(from);
  let point = start;
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
  if (!falls && !costsNothing) {
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
