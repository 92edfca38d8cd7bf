import { memoize } from "../../../numerics/memoize.js";
import { exactExcess } from "../transposition/exact-excess.js";
import { hiddenTransposition, type ShuffleBound } from "../transposition/hidden-transposition.js";
import { type Neighbours, recordToZero, replacedRecord, zeroToRecord } from "../transposition/neighbours.js";
import { type ChangedRecord, dummiesDelta } from "./dummies-delta.js";
import { jointDelta } from "./joint-delta.js";

/** Upper bounds of delta at log(1 + excess), whatever the other users' records are. */
export interface HidingPoint {
  readonly excess: number;
  /** Of any two records of the ball. */
  readonly replaced: number;
  /**
   * Of neighbours' records, in both directions: the same under replace-one; under zero-out one of them is the
   * zero record.
   */
  readonly changed: number;
}

/** What hides a report. */
export interface Crowd {
  /** D. */
  readonly dummies: number;
  /** The other users' reports that count: 0 where the bound is to hold against all of them. */
  readonly others: number;
}

export interface HiddenRecord {
  /** a, the largest norm of a record, in standard deviations of a report's noise, at most MAX_RADIUS. */
  readonly radius: number;
  /** Whether one of the neighbouring data sets has the zero record in place of the changed user's. */
  readonly toZero: boolean;
  /** Whether only neighbours' records matter: `replaced` is then theirs. Default false. */
  readonly onlyChanged?: boolean;
}

/** A crowd whose curve ends where it is small enough. */
export interface EndedCrowd extends Crowd {
  /** Below it the curve need not go. */
  readonly leastDelta: number;
}

/**
 * With less noise a report's likelihood ratios spread too far for a lattice, and dummies are not counted.
 * Any smaller one is valid: half of it raises the epsilon of a radius of 2.5 among 1,000 dummies by 23 %;
 * twice as much lowers that of 3.3 by 24 %, and that of 4.5 among 100,000 dummies from 74 to 17.
 */
export const MAX_RADIUS = 3;
/**
 * A report's likelihood ratio to the zero record has so heavy a tail above that a lattice spoils it where
 * delta is small: what bounds any two records, the zero record among them, bounds these more closely. Valid
 * at any: half of it changes no epsilon, twice as much may double one.
 */
const MAX_LIGHT_RADIUS = 1;
/**
 * The first epsilon, in standard deviations of the mean ratio, and the growth to the next ones. Valid at any
 * two: points twice as close, or a first half as large, lower an epsilon by up to 1.2 %; twice the growth
 * raises it by up to 4 %.
 */
const FIRST = 0.25;
const GROWTH = 1.12;
/**
 * Valid at any: what goes on beyond is hardly hidden. With twice as much, a record of radius 3 among 20
 * dummies spends 50 at delta 1e-6, more than its report by itself, which spends 46.
 */
const MAX_EPSILON = 40;
/**
 * With more noise differences of ratios drown in rounding; any larger one is valid. Twice as much moves a
 * delta by less than 1e-11 of itself, half as much lowers those of radii of 3e-6 by 63 %.
 */
const MIN_SHUFFLED_RADIUS = 5e-6;
/**
 * Where dummies are a larger share of the others, both at once are less than the others alone. Twice or half
 * of it changes no epsilon of 400 or 640 dummies among 10,000 others.
 */
export const FEW_DUMMIES = 16;
const NEIGHBOURS: Readonly<Record<ChangedRecord, (radius: number) => Neighbours>> = {
  replaced: (radius) => replacedRecord(2 * radius),
  "to-zero": recordToZero,
  "from-zero": zeroToRecord,
};

/** The smallest one of Theorem A, Theorem B and the hidden transposition at rising points, for each crowd. */
export function hidingCurves(record: HiddenRecord, crowds: readonly EndedCrowd[]): HidingPoint[][] {
  const { radius, toZero, onlyChanged = false } = record;
  const bound = transpositionAmong(radius, crowds);
  const curves = crowds.map((): HidingPoint[] => []);
  const most = Math.max(...crowds.map(({ dummies, others }) => dummies + 1 + others));
  const deviation = Math.min(2 * radius, Math.sqrt((4 * Math.sinh(radius * radius)) / most));
  for (const epsilon of risingEpsilons(deviation)) {
    const open = curves.flatMap((points, i) => {
      return (points.at(-1)?.replaced ?? Infinity) < crowds[i]!.leastDelta ? [] : [i];
    });
    if (open.length === 0) break;
    const deltasOf = deltasAmong(
      radius,
      bound,
      open.map((i) => crowds[i]!),
    );
    const excess = exactExcess(Math.expm1(epsilon));
    const directions = (toZero ? (["to-zero", "from-zero"] as const) : (["replaced"] as const)).map((each) =>
      deltasOf(each, excess),
    );
    const changed = open.map((_, i) => Math.max(...directions.map((deltas) => deltas[i]!)));
    const isHeavy = radius > MAX_LIGHT_RADIUS;
    const ofAny = toZero && (isHeavy || !onlyChanged) ? deltasOf("replaced", excess) : changed;
    open.forEach((crowd, i) => {
      const ofNeighbours = Math.min(changed[i]!, ofAny[i]!);
      curves[crowd]!.push({
        excess,
        replaced: onlyChanged ? ofNeighbours : ofAny[i]!,
        changed: ofNeighbours,
      });
    });
  }
  return curves;
}

type DeltasOf = (changed: ChangedRecord, excess: number) => number[];

function deltasAmong(radius: number, bound: ShuffleBound | undefined, crowds: readonly Crowd[]): DeltasOf {
  const reports = crowds.map(reportsOf);
  return (changed, excess) => {
    const alone = memoize((dummies: number) => dummiesDelta({ changed, radius, dummies }, excess));
    const shuffled = bound?.(NEIGHBOURS[changed](radius), 1 + excess, reports);
    return crowds.map(({ dummies, others }, i) => {
      const known = Math.min(alone(dummies), shuffled?.[i] ?? 1);
      if (dummies === 0 || others === 0) return known;
      return Math.min(known, jointDelta({ changed, radius, dummies, others }, excess));
    });
  };
}

/**
 * What the other users' reports hide by themselves: dummies only hide. Undefined where that is too little.
 */
function transpositionAmong(radius: number, crowds: readonly Crowd[]): ShuffleBound | undefined {
  const areMany = crowds.every(({ dummies, others }) => FEW_DUMMIES * dummies >= others);
  if (radius < MIN_SHUFFLED_RADIUS || areMany) return undefined;
  return hiddenTransposition(radius, Math.min(...crowds.map(reportsOf)));
}

function reportsOf({ others }: Crowd): number {
  return others + 1;
}

/** 0, and powers of the growth, given the standard deviation of what is seen. */
export function* risingEpsilons(deviation: number): Iterable<number> {
  yield 0;
  for (let epsilon = FIRST * deviation; epsilon < MAX_EPSILON; epsilon *= GROWTH) yield epsilon;
}
