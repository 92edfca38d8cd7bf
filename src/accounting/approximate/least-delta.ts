import { fallingCrossing } from "../../numerics/falling-crossing.js";

/** The ends of what is looked at, and where to start, as -1 / log(delta): along it epsilon falls, nearly as a power. */
const LARGEST = -1 / Math.log1p(-1e-12);
const LEAST = 1 / (300 * Math.LN10);
const START = 1 / (6 * Math.LN10);
/** Relative precision of log(delta). */
const PRECISION = 1e-6;

/** The least delta at which a falling epsilon(delta) is at most `target`, rounded up by a little; 1 if none below does. */
export function leastDelta(epsilonAt: (delta: number) => number, target: number): number {
  const deltaOf = (place: number): number => Math.exp(-1 / place);
  const holds = (place: number): boolean => epsilonAt(deltaOf(place)) <= target;
  const startHolds = holds(START);
  if (startHolds && holds(LEAST)) return deltaOf(LEAST);
  if (!startHolds && !holds(LARGEST)) return 1;
  const { below } = fallingCrossing((place) => (place < LEAST ? Infinity : epsilonAt(deltaOf(place))), {
    target: Math.max(target, Number.MIN_VALUE), // the search works with its logarithm
    guess: START,
    highest: startHolds ? 2 * START : LARGEST,
    width: PRECISION,
  });
  return deltaOf(below);
}
