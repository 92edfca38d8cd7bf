import type { Claim } from "../../../src/privacy/index.js";

const UPPER_BOUNDS = 3;

/**
 * The figures of a short answer, in the order given: three upper bounds, the best unproven one among them unless it is refuted, and the
 * best lower bound.
 *
 * @param figures best first
 */
export function selectFigures<Figure extends Claim>(figures: readonly Figure[]): Figure[] {
  const upper = figures.filter(({ side }) => side === "upper");
  const proven = upper.filter(({ status }) => status === "proven");
  const unproven = upper.filter(({ status }) => status === "conditional" || status === "approximate");
  const wanted = [...new Set([...proven.slice(0, 2), ...unproven.slice(0, 1), ...upper])].slice(
    0,
    UPPER_BOUNDS,
  );
  const lower = figures.find(({ side }) => side === "lower");
  return figures.filter((each) => wanted.includes(each) || each === lower);
}
