import { rootOfDecreasing } from "../../numerics/root-of-decreasing.js";
import { DOMAIN } from "../../validate.js";
import { epsilonOrInfinity } from "./epsilon-or-infinity.js";

/**
 * The ends of what is looked at, and where to start, as -1 / log(delta): along it epsilon falls, nearly as a
 * power.
 */
const MAX_PLACE = -1 / Math.log1p(-1e-6);
const MIN_PLACE = -1 / Math.log(DOMAIN.delta.min);
const FIRST_PLACE = 1 / (6 * Math.LN10);

/**
 * The least delta at which a falling epsilon(delta) is at most `target`, rounded up by a little; 1 if none
 * below does.
 *
 * @param epsilonAt may refuse deltas that are too small for a theorem's condition
 * @throws DpError NOT_APPLICABLE the condition fails at every delta
 */
export function leastDelta(epsilonAt: (delta: number) => number, target: number): number {
  const deltaOf = (place: number): number => Math.exp(-1 / place);
  const figureAt = (place: number): number =>
    place < MIN_PLACE ? Infinity : epsilonOrInfinity(() => epsilonAt(deltaOf(place)));
  const startHolds = figureAt(FIRST_PLACE) <= target;
  if (startHolds && figureAt(MIN_PLACE) <= target) return deltaOf(MIN_PLACE);
  if (!startHolds && epsilonAt(deltaOf(MAX_PLACE)) > target) return 1;
  const { below } = rootOfDecreasing(figureAt, {
    target: Math.max(target, Number.MIN_VALUE), // the search works with its logarithm
    guess: FIRST_PLACE,
    highest: startHolds ? 2 * FIRST_PLACE : MAX_PLACE,
    width: 1e-6, // of log(delta)
  });
  return deltaOf(below);
}
