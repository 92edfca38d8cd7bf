const LEVELS = 24;

/**
 * Laplace's continued fraction c = 1/(x + 2/(x + 3/(x + ...))) of the Mills ratio 1 / (x + c).
 *
 * 24 levels reach full precision from x = 5 on.
 */
export function millsFraction(x: number): number {
  let fraction = 0;
  for (let level = LEVELS; level >= 1; level--) fraction = level / (x + fraction);
  return fraction;
}
