/**
 * The first integer in [low, high) where a condition holds that stays true once it is; `high`, which is never
 * tried, if there is none.
 */
export function firstIntegerWhere(holds: (integer: number) => boolean, low: number, high: number): number {
  let from = low;
  let to = high;
  while (from < to) {
    const middle = from + Math.floor((to - from - 1) / 2); // the sum may leave the integers
    if (holds(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}
