import type { Claim, Method } from "../../../src/privacy/index.js";

const UPPER_BOUNDS = 3;
/** Its figures need no other user's honesty, and stand beside the best ones. */
const ALONE: Method = "dummies-pld";

/**
 * The figures of a short answer, in the order given: three upper bounds, the best unproven one among them
 * unless it is refuted, the best lower bound, and the figure that needs no other user's honesty.
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
  const isShown = (each: Figure): boolean => wanted.includes(each) || each === lower || each.method === ALONE;
  return figures.filter(isShown);
}
