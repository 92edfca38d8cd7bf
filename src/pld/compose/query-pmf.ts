/**
 * Certified ends of delta(epsilon) and epsilon(delta) of one discrete law, or of a composition of lattice
 * laws.
 */
import { compensatedSum } from "../../numerics/compensated-sum.js";
import type { Pmf, RepeatedPmf, Side } from "../pmf.js";
import { type Tilt, tiltForDelta, tiltForEpsilon } from "./choose-tilt.js";
import { deltaOf, epsilonOf, type HockeyStickCurve, roundingAfter } from "./hockey-stick.js";
import { curveWithRareApart } from "./rare-losses.js";
import { smoothCurve } from "./smooth-tail.js";
import { windowCurve } from "./tilted-pmf.js";
import { WORK_PER_POINT, type WorkCounter } from "./work-limits.js";

/** What is to be computed of a privacy loss: epsilon at a delta, or delta at an epsilon. */
export type PldQuery =
  | { readonly find: "epsilon"; readonly delta: number }
  | { readonly find: "delta"; readonly epsilon: number };

/**
 * An error of more than this share of delta calls for another law, tilted for what the first one found. Valid
 * at any value: the best of the laws counts. Twice or half of it moves an upper end by up to 3e-4 and a lower
 * one by up to 1 %, in the same time.
 */
const LARGE_ERROR = 1e-3;

/** The end of a single round's figure on one side: by the law itself, without a lattice. */
export function querySingle(pmf: Pmf, query: PldQuery, side: Side): number {
  const sign = signOf(side);
  const { factor, shift } = roundingAfter(1);
  if (query.find === "delta") {
    const finite = deltaOf(pmf, query.epsilon - sign * shift);
    return Math.min(1, (finite + pmf.infinityMass) * factor ** sign);
  }
  const target = query.delta * factor ** -sign - pmf.infinityMass;
  if (target <= 0) return Infinity; // the infinity mass alone reaches delta
  return Math.max(0, epsilonOf(pmf, target) + sign * shift);
}

/**
 * The end of a composition's figure on one side; Infinity, 1 or 0 where the numerics certify nothing.
 *
 * @param origin nats, which the composed loss is larger than the laws' losses say
 */
export function queryComposed(
  parts: readonly RepeatedPmf[],
  query: PldQuery,
  side: Side,
  work: WorkCounter,
  origin = 0,
): number {
  if (query.find === "delta") return composedDelta(parts, query.epsilon - origin, side, work);
  return Math.max(0, composedEpsilon(parts, query.delta, side, work) + origin);
}

/** -Infinity where no smaller end is certified. */
function composedEpsilon(
  parts: readonly RepeatedPmf[],
  delta: number,
  side: Side,
  work: WorkCounter,
): number {
  const sign = signOf(side);
  const { factor, shift } = roundingAfter(roundsOf(parts));
  const target = delta * factor ** -sign - composedInfinityMass(parts);
  if (target <= 0) return Infinity; // the infinity mass alone reaches delta
  const [better, endOf] = side === "pessimistic" ? [Math.min, upperEnd] : [Math.max, lowerEnd];
  let best = side === "pessimistic" ? Infinity : -Infinity;
  let left: number | undefined;
  for (const curveFor of EPSILON_CURVES) {
    const curve = curveFor(parts, target, left, work);
    if (!curve) continue;
    const found = endOf(curve, target, shift);
    best = better(best, found.end);
    if (!(found.error > LARGE_ERROR * target)) break;
    left = found.left;
  }
  return best;
}

/** A curve for epsilon at a delta, which the last one found to be at least `left`. */
type CurveForEpsilon = (
  parts: readonly RepeatedPmf[],
  delta: number,
  left: number | undefined,
  work: WorkCounter,
) => HockeyStickCurve | undefined;

/** One after the other, until the error is small. */
const EPSILON_CURVES: readonly CurveForEpsilon[] = [
  (parts, delta, _, work) => curveOf(parts, tiltForDelta(parts, delta), work),
  (parts, delta, left, work) =>
    left === undefined ? undefined : curveOf(parts, tiltForDelta(parts, delta, left), work),
  (parts, delta, _, work) => curveWithRareApart(parts, { delta }, work),
  (parts, delta, left, work) =>
    left === undefined ? undefined : curveWithRareApart(parts, { delta, epsilon: left }, work),
];

interface EpsilonEnd {
  readonly end: number;
  /** A point surely left of epsilon. */
  readonly left: number;
  /** Bound on the error of delta there. */
  readonly error: number;
}

/**
 * Where the curve, with its error, falls to `target`. The error falls in epsilon: it is taken at a point that
 * is surely left of the result.
 */
function upperEnd(curve: HockeyStickCurve, target: number, shift: number): EpsilonEnd {
  const point = pointAt(curve, target, "pessimistic");
  const certified = target - point.error;
  const crossing = certified > 0 ? curve.epsilonAt(certified, "pessimistic") : Infinity;
  return { ...point, end: Math.max(crossing, curve.smallestLoss) + shift };
}

/**
 * The same from below; of these points the nearest counts that is far enough: delta may hardly fall for long.
 */
function lowerEnd(curve: HockeyStickCurve, target: number, shift: number): EpsilonEnd {
  let point = { left: -Infinity, error: Infinity };
  for (const times of NEARBY) {
    point = pointAt(curve, times * target, "optimistic");
    const certified = target + point.error;
    if (!(certified <= times * target)) continue;
    const crossing = curve.epsilonAt(certified, "optimistic");
    return { ...point, end: crossing >= point.left ? crossing - shift : -Infinity };
  }
  return { ...point, end: -Infinity };
}

/**
 * Times the target. Valid at any: without the second, or with one more between any two, none of 30 lower ends
 * changed.
 */
const NEARBY = [1 + LARGE_ERROR, 1.05, 2] as const;

function pointAt(curve: HockeyStickCurve, delta: number, side: Side): Omit<EpsilonEnd, "end"> {
  const left = Math.max(curve.epsilonAt(delta, side), curve.smallestLoss);
  // Rounding may make an error that falls in epsilon rise by a little.
  return { left, error: (1 + 1e-4) * curve.errorAt(left) };
}

function composedDelta(
  parts: readonly RepeatedPmf[],
  epsilon: number,
  side: Side,
  work: WorkCounter,
): number {
  const { factor, shift } = roundingAfter(roundsOf(parts));
  const sign = signOf(side);
  const shifted = epsilon - sign * shift;
  const infinityMass = composedInfinityMass(parts);
  let best = side === "pessimistic" ? 1 : 0;
  let about = { finite: 0, error: 1 };
  for (const curveFor of DELTA_CURVES) {
    const curve = curveFor(parts, shifted, about, work);
    if (!curve) continue;
    const finite = curve.deltaAt(shifted);
    const error = curve.errorAt(shifted);
    const end = Math.min(1, Math.max(0, (finite + sign * error + infinityMass) * factor ** sign));
    best = side === "pessimistic" ? Math.min(best, end) : Math.max(best, end);
    if (!(error > LARGE_ERROR * (finite + infinityMass))) break;
    about = { finite, error };
  }
  return best;
}

/** A curve for delta at an epsilon, of which the last one found says about this much. */
type CurveForDelta = (
  parts: readonly RepeatedPmf[],
  epsilon: number,
  about: { readonly finite: number; readonly error: number },
  work: WorkCounter,
) => HockeyStickCurve | undefined;

const tiltedAgain: CurveForDelta = (parts, epsilon, { finite }, work) =>
  finite > 0 ? curveOf(parts, tiltForDelta(parts, finite, epsilon), work) : undefined;
const rareApart: CurveForDelta = (parts, epsilon, { finite, error }, work) =>
  curveWithRareApart(parts, { delta: Math.min(1, finite + error), epsilon }, work);

/** One after the other, until the error is small. */
const DELTA_CURVES: readonly CurveForDelta[] = [
  (parts, epsilon, _, work) => curveOf(parts, tiltForEpsilon(parts, epsilon), work),
  tiltedAgain,
  tiltedAgain,
  rareApart,
  rareApart,
];

/**
 * By few frequencies where these are enough, else on the whole window; undefined where the numerics certify
 * nothing.
 */
function curveOf(parts: readonly RepeatedPmf[], tilt: Tilt, work: WorkCounter): HockeyStickCurve | undefined {
  for (const { pmf } of parts) work.used += WORK_PER_POINT.round * pmf.mass.length;
  return smoothCurve(parts, tilt) ?? windowCurve(parts, tilt, work);
}

function signOf(side: Side): 1 | -1 {
  return side === "pessimistic" ? 1 : -1;
}

function roundsOf(parts: readonly RepeatedPmf[]): number {
  return parts.reduce((sum, { times }) => sum + times, 0);
}

/** The infinity mass of the composition: prod (finite + infinity mass)^T - prod finite^T. */
function composedInfinityMass(parts: readonly RepeatedPmf[]): number {
  let all = 0;
  let finite = 0;
  let excess = 0;
  for (const { pmf, times } of parts) {
    const sum = compensatedSum(pmf.mass);
    all += times * Math.log(sum + pmf.infinityMass);
    finite += times * Math.log(sum);
    excess += times * Math.log1p(pmf.infinityMass / sum);
  }
  // Where little is finite its share may leave the doubles, and its inverse too; else the difference cancels.
  return excess > 1 ? Math.exp(all) - Math.exp(finite) : Math.exp(finite) * Math.expm1(excess);
}
