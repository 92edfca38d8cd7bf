import { rootOfDecreasing } from "../../numerics/root-of-decreasing.js";
import { DOMAIN } from "../../validate.js";
import { epsilonOrInfinity } from "./epsilon-or-infinity.js";

/** The ends of what is looked at, and where to start, as -1 / log(delta): along it epsilon falls, nearly as a power. */
const LARGEST = -1 / Math.log1p(-1e-6);
const LEAST = -1 / Math.log(DOMAIN.delta.min);
const START = 1 / (6 * Math.LN10);
/** Relative precision of log(delta). */
const PRECISION = 1e-6;

/**
 * The least delta at which a falling epsilon(delta) is at most `target`, rounded up by a little; 1 if none below does.
 *
 * @param epsilonAt may refuse deltas that are too small for a theorem's condition
 * @throws DpError NOT_APPLICABLE the condition fails at every delta
 */
export function leastDelta(epsilonAt: (delta: number) => number, target: number): number {
  const deltaOf = (place: number): number => Math.exp(-1 / place);
  const figureAt = (place: number): number =>
    place < LEAST ? Infinity : epsilonOrInfinity(() => epsilonAt(deltaOf(place)));
  const startHolds = figureAt(START) <= target;
  if (startHolds && figureAt(LEAST) <= target) return deltaOf(LEAST);
  if (!startHolds && epsilonAt(deltaOf(LARGEST)) > target) return 1;
  const { below } = rootOfDecreasing(figureAt, {
    target: Math.max(target, Number.MIN_VALUE), // the search works with its logarithm
    guess: START,
    highest: startHolds ? 2 * START : LARGEST,
    width: PRECISION,
  });
  return deltaOf(below);
}
