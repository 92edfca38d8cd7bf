import { ROUNDING, roundedUp } from "../../../../numerics/rounding.js";
import { type Contributions, deviationOf, integratedTail, meanOf } from "./contributions.js";

/**
 * This many laws are compared with each other, for those that others exceed. Valid at any number: half or
 * twice as many change no epsilon of channels of up to 12 inputs.
 */
const MAX_COMPARED = 64;
/**
 * Points at which the bound of many laws touches them: this many in a standard deviation about zero, and
 * further out by the factor SPACING. Valid at any two, as the bound lies above between them.
 */
const POINTS_PER_DEVIATION = 64;
const SPACING = 1.02;

/**
 * Those of the laws that are not below another in increasing convex order, costing no more by themselves:
 * sums of independent copies of the others have no larger positive part. All of them where there are many.
 */
export function worstContributions(laws: readonly Contributions[]): readonly Contributions[] {
  return laws.length <= MAX_COMPARED ? withoutDominated(laws) : laws;
}

function withoutDominated(laws: readonly Contributions[]): readonly Contributions[] {
  return laws.filter(
    (law, i) => !laws.some((other, j) => i !== j && isBelow(law, other) && (j < i || !isBelow(other, law))),
  );
}

/** Between their values, integrated tails are linear. */
function isBelow(law: Contributions, other: Contributions): boolean {
  if (law.revealed > other.revealed) return false;
  const at = rising([...law.values, ...other.values]);
  const tail = integratedTail(law, at);
  const larger = integratedTail(other, at);
  return meanOf(law) <= meanOf(other) && tail.every((value, i) => value <= larger[i]!);
}

/**
 * One law above all: the one whose integrated tail is the largest one at some points, and linear between
 * them, which is convex.
 */
export function contributionsAboveAll(laws: readonly Contributions[]): Contributions {
  const least = Math.min(...laws.map(({ values }) => Math.min(...values)));
  const largest = Math.max(...laws.map(({ values }) => Math.max(...values)));
  const step = Math.max(...laws.map(deviationOf)) / POINTS_PER_DEVIATION;
  const at = Float64Array.from([
    ...pointsUpTo(-least, step)
      .map((each) => -each)
      .reverse(),
    ...pointsUpTo(largest, step).slice(1),
  ]);
  const tail = new Float64Array(at.length);
  for (const law of laws)
    for (const [i, value] of integratedTail(law, at).entries()) tail[i] = Math.max(tail[i]!, value);
  // Below the least value the tail falls by a unit for a unit.
  const slopes = Array.from(at, (value, i) =>
    i === 0 ? -1 : (tail[i]! - tail[i - 1]!) / (value - at[i - 1]!),
  );
  const masses = slopes.map((slope, i) =>
    roundedUp(Math.max(0, (slopes[i + 1] ?? 0) - slope), ROUNDING.longFormula),
  );
  return {
    values: at,
    masses: Float64Array.from(masses),
    revealed: Math.max(...laws.map(({ revealed }) => revealed)),
  };
}

/** Zero and points to the end, which is at least zero; the last two may be further apart. */
function pointsUpTo(end: number, step: number): number[] {
  const points = [0];
  for (let next = step; next < end - step; next = Math.max(next + step, next * SPACING)) points.push(next);
  return end > 0 ? [...points, end] : points;
}

function rising(values: readonly number[]): Float64Array {
  return Float64Array.from(new Set(values)).sort();
}
