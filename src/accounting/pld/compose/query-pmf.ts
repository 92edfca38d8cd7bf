/** Certified ends of delta(epsilon) and epsilon(delta) of one discrete law, or of a composition of lattice laws. */
import { compensatedSum } from "../../../numerics/compensated-sum.js";
import type { Pmf, RepeatedPmf, Side } from "../pmf.js";
import { type Tilt, tiltForDelta, tiltForEpsilon } from "./choose-tilt.js";
import { deltaOf, epsilonOf, type HockeyStickCurve, roundingAfter } from "./hockey-stick.js";
import { smoothCurve } from "./smooth-tail.js";
import { windowCurve } from "./tilted-pmf.js";
import { WORK_PER_POINT, type WorkCounter } from "./work-limits.js";

/** What is to be computed of a privacy loss: epsilon at a delta, or delta at an epsilon. */
export type PldQuery =
  | { readonly find: "epsilon"; readonly delta: number }
  | { readonly find: "delta"; readonly epsilon: number };

/** An error of more than this share of delta calls for another law, tilted for what the first one found. */
const LARGE_ERROR = 1e-3;
const MOST_LAWS = 3;

/** The end of a single round's figure on one side: by the law itself, without a lattice. */
export function querySingle(pmf: Pmf, query: PldQuery, side: Side): number {
  const sign = signOf(side);
  const { factor, shift } = roundingAfter(1);
  if (query.find === "delta") {
    const finite = deltaOf(pmf, query.epsilon - sign * shift);
    return Math.min(1, (finite + pmf.infinityMass) * factor ** sign);
  }
  const target = query.delta * factor ** -sign - pmf.infinityMass;
  if (!(target > 0)) return withoutTarget(target);
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
  const end = composedEpsilon(parts, query.delta, side, work);
  return end < -origin ? 0 : end + origin; // NaN stays
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
  if (!(target > 0)) return withoutTarget(target);
  const first = epsilonEnd(curveOf(parts, tiltForDelta(parts, target), work), target, side, shift);
  if (!(first.error > LARGE_ERROR * target)) return first.end;
  const second = epsilonEnd(
    curveOf(parts, tiltForDelta(parts, target, first.left), work),
    target,
    side,
    shift,
  );
  return side === "pessimistic" ? Math.min(first.end, second.end) : Math.max(first.end, second.end);
}

interface EpsilonEnd {
  readonly end: number;
  /** A point surely left of epsilon. */
  readonly left: number;
  /** Bound on the error of delta there. */
  readonly error: number;
}

/** Where the curve, with its error, falls to `target`. */
function epsilonEnd(
  curve: HockeyStickCurve | undefined,
  target: number,
  side: Side,
  shift: number,
): EpsilonEnd {
  if (!curve) return { end: side === "pessimistic" ? Infinity : -Infinity, left: Number.NaN, error: 0 };
  // The error falls in epsilon: it is taken at a point that is surely left of the result.
  const nearby = side === "pessimistic" ? target : 2 * target;
  const left = Math.max(curve.epsilonAt(nearby, side), curve.smallestLoss);
  const error = curve.errorAt(left);
  const certified = target - signOf(side) * error;
  const crossing = certified > 0 ? curve.epsilonAt(certified, side) : Infinity;
  if (side === "pessimistic") {
    return { end: Math.max(crossing, curve.smallestLoss) + shift, left, error };
  }
  const isCertain = certified <= 2 * target && crossing >= left;
  return { end: isCertain ? crossing - shift : -Infinity, left, error };
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
  let tilt = tiltForEpsilon(parts, shifted);
  for (let law = 0; law < MOST_LAWS; law++) {
    const curve = curveOf(parts, tilt, work);
    if (!curve) return best;
    const [finite, error] = [curve.deltaAt(shifted), curve.errorAt(shifted)];
    const end = Math.min(1, Math.max(0, (finite + sign * error + infinityMass) * factor ** sign));
    best = side === "pessimistic" ? Math.min(best, end) : Math.max(best, end);
    if (!(error > LARGE_ERROR * (finite + infinityMass)) || !(finite > 0)) return best;
    tilt = tiltForDelta(parts, finite, shifted);
  }
  return best;
}

/** By few frequencies where these are enough, else on the whole window; undefined where the numerics certify nothing. */
function curveOf(parts: readonly RepeatedPmf[], tilt: Tilt, work: WorkCounter): HockeyStickCurve | undefined {
  for (const { pmf } of parts) work.used += WORK_PER_POINT.round * pmf.mass.length;
  return smoothCurve(parts, tilt) ?? windowCurve(parts, tilt, work);
}

function signOf(side: Side): 1 | -1 {
  return side === "pessimistic" ? 1 : -1;
}

/** Epsilon where the infinity mass alone reaches delta; NaN, which certifies nothing, where the target is not a number. */
function withoutTarget(target: number): number {
  return target <= 0 ? Infinity : Number.NaN;
}

function roundsOf(parts: readonly RepeatedPmf[]): number {
  return parts.reduce((sum, { times }) => sum + times, 0);
}

/** The infinity mass of the composition: prod (finite + infinity mass)^T - prod finite^T. */
function composedInfinityMass(parts: readonly RepeatedPmf[]): number {
  let finite = 0;
  let excess = 0;
  for (const { pmf, times } of parts) {
    const sum = compensatedSum(pmf.mass);
    finite += times * Math.log(sum);
    excess += times * Math.log1p(pmf.infinityMass / sum);
  }
  return Math.exp(finite) * Math.expm1(excess);
}
