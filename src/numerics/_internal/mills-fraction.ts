/**
 * Full precision takes MAX_LEVELS levels from x = 5 on, and fewer further out: MIN_LEVELS + FALL / x of them.
 */
const MAX_LEVELS = 24;
const MIN_LEVELS = 4;
const FALL = 120;

/**
 * Laplace's continued fraction c = 1/(x + 2/(x + 3/(x + ...))) of the Mills ratio 1 / (x + c), for x >= 5.
 */
export function millsFraction(x: number): number {
  let fraction = 0;
  for (let level = Math.min(MAX_LEVELS, MIN_LEVELS + Math.ceil(FALL / x)); level >= 1; level--) {
    fraction = level / (x + fraction);
  }
  return fraction;
}
