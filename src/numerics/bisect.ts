/** Where a condition becomes true: it fails at one point and holds at the other, as seen or as given. */
export interface Bisection {
  readonly fails: number;
  readonly holds: number;
}

/**
 * Halves an interval at whose first end a condition fails and at whose second it holds, neither of them tried. The ends may lie either way
 * round.
 *
 * @param stop.steps how many halvings there may be
 * @param stop.width at which to stop, relative to the end where the condition holds; by default not before the steps are over
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
