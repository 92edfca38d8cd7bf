/** Full precision takes so many levels from x = 5 on, and fewer further out: FEWEST + FALL / x of them. */
const MOST_LEVELS = 24;
const FEWEST = 4;
const FALL = 120;

/** Laplace's continued fraction c = 1/(x + 2/(x + 3/(x + ...))) of the Mills ratio 1 / (x + c), for x >= 5. */
export function millsFraction(x: number): number {
  let fraction = 0;
  for (let level = Math.min(MOST_LEVELS, FEWEST + Math.ceil(FALL / x)); level >= 1; level--) {
    fraction = level / (x + fraction);
  }
  return fraction;
}
