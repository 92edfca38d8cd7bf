/** Two points between which a condition becomes true. */
export interface Bisection {
  readonly fails: number;
  readonly holds: number;
}

/**
 * Bisects an interval at one end of which a condition fails and at the other holds; the ends themselves are
 * not evaluated, and either may be the larger.
 *
 * @param stop.steps the number of bisections at most
 * @param stop.width at which to stop, relative to the end where the condition holds; by default 0
 */
export function bisect(
  condition: (x: number) => boolean,
  ends: Bisection,
  stop: { readonly steps: number; readonly width?: number },
): Bisection {
  let { fails, holds } = ends;
  for (let i = 0; i < stop.steps && Math.abs(holds - fails) > (stop.width ?? 0) * Math.abs(holds); i++) {
    const middle = fails + (holds - fails) / 2; // the sum may overflow
    if (condition(middle)) holds = middle;
    else fails = middle;
  }
  return { fails, holds };
}
