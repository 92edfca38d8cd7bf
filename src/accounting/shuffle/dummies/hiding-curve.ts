import { dummiesDelta } from "./dummies-delta.js";
import { jointDelta } from "./joint-delta.js";

/** Upper bounds of delta at log(1 + excess), whatever the other users' records are. */
export interface HidingPoint {
  readonly excess: number;
  /** Of any two records of the ball. */
  readonly replaced: number;
  /** Of neighbours' records, in both directions: the same under replace-one; under zero-out one of them is the zero record. */
  readonly changed: number;
}

export interface HidingReports {
  /** a, the largest norm of a record, in standard deviations of a report's noise, at least LEAST_RADIUS. */
  readonly radius: number;
  /** Whether one of the neighbouring data sets has the zero record in place of the changed user's. */
  readonly toZero: boolean;
  /** D >= 1. */
  readonly dummies: number;
  /** The other users' reports that count: 0 where the bound is to hold against all of them. */
  readonly others: number;
  /** Below it the curve need not go. */
  readonly leastDelta: number;
}

/** The first epsilon, in standard deviations of the mean ratio, and the growth to the next ones. */
const FIRST = 0.25;
const GROWTH = 1.12;
const LARGEST_EPSILON = 40;

/** The smaller one of Theorems A and B at rising points. */
export function hidingCurve({ radius, toZero, dummies, others, leastDelta }: HidingReports): HidingPoint[] {
  const deviation = Math.sqrt((4 * Math.sinh(radius * radius)) / (dummies + 1 + others));
  const boundAt = (changed: "replaced" | "to-zero" | "from-zero", excess: number): number => {
    const alone = dummiesDelta({ changed, radius, dummies }, excess);
    return others === 0 ? alone : Math.min(alone, jointDelta({ changed, radius, dummies, others }, excess));
  };
  const points: HidingPoint[] = [];
  for (const epsilon of risingEpsilons(FIRST * deviation)) {
    const excess = Math.expm1(epsilon);
    const replaced = boundAt("replaced", excess);
    const changed = toZero ? Math.max(boundAt("to-zero", excess), boundAt("from-zero", excess)) : replaced;
    points.push({ excess, replaced, changed });
    if (replaced < leastDelta) break;
  }
  return points;
}

/** 0, and powers of the growth. */
export function* risingEpsilons(first: number): Iterable<number> {
  yield 0;
  for (let epsilon = first; epsilon < LARGEST_EPSILON; epsilon *= GROWTH) yield epsilon;
}
