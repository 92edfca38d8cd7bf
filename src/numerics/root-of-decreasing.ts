/**
 * Where a falling function crosses a target: f(above) > target >= f(below), or an end of the interval that
 * was searched.
 */
export interface Crossing {
  readonly above: number;
  readonly below: number;
}

interface End {
  readonly x: number;
  /** log(f(x) / target), or of their odds, halved by the Illinois rule when its end is stale. */
  readonly gain: number;
}

/** Relative width at which the search stops by itself. */
const MIN_WIDTH = 2 ** -42;
const MAX_EVALUATIONS = 200;
/** The first step from the guess, as a factor; it is squared at every further step on the same side. */
const FIRST_STRIDE = 1.05;

/**
 * Finds where a positive falling function crosses a target on (0, highest], by the Illinois rule on its
 * logarithm.
 *
 * f(0) > target >= f(highest) is assumed, and neither is evaluated. At any other end of the result f was
 * evaluated and found on that side, whatever its rounding does in between; NaN counts as above.
 *
 * @param search.guess where to look first; a good one saves evaluations
 * @param search.width relative width at which to stop, by default 12 digits
 * @param search.isProbability whether f is one: the rule then works on log-odds, which do not flatten near
 *   one
 */
export function rootOfDecreasing(
  f: (x: number) => number,
  search: {
    readonly target: number;
    readonly guess: number;
    readonly highest: number;
    readonly width?: number;
    readonly isProbability?: boolean;
  },
): Crossing {
  const width = Math.max(MIN_WIDTH, search.width ?? 0);
  const measure = search.isProbability ? logOdds : Math.log;
  let above: End = { x: 0, gain: Infinity };
  let below: End = { x: search.highest, gain: -Infinity };
  let x = Math.min(search.guess, search.highest / 2);
  const targetGain = measure(search.target);
  let sideBefore = 0;
  let stride = FIRST_STRIDE;
  for (let i = 0; i < MAX_EVALUATIONS && below.x - above.x > width * below.x; i++) {
    const value = f(x);
    const gain = measure(value) - targetGain;
    const side = value <= search.target ? -1 : 1;
    const stale = side === sideBefore ? 0.5 : 1;
    if (side === 1) {
      above = { x, gain };
      below = { x: below.x, gain: below.gain * stale };
    } else {
      below = { x, gain };
      above = { x: above.x, gain: above.gain * stale };
    }
    sideBefore = side;
    x = nextPoint(above, below, { stride, margin: (width / 4) * below.x });
    stride *= stride;
  }
  return { above: above.x, below: below.x };
}

/** Where a rounded probability is above one it counts as one. */
function logOdds(probability: number): number {
  return Math.log(probability) - Math.log1p(-Math.min(1, probability));
}

function nextPoint(
  above: End,
  below: End,
  { stride, margin }: { readonly stride: number; readonly margin: number },
): number {
  if (above.x === 0) return below.x / stride;
  const middle = above.x + (below.x - above.x) / 2; // the sum may overflow
  if (above.gain === Infinity) return middle;
  if (below.gain === -Infinity) return Math.min(above.x * stride, middle);
  // Values so close to the target that their logarithms agree.
  if (!(above.gain > 0 && below.gain < 0)) return middle;
  const secant = above.x + ((below.x - above.x) * above.gain) / (above.gain - below.gain);
  // Just beyond the root, seen from the nearer end: a good secant closes the interval in two steps.
  const past = secant < middle ? secant + margin : secant - margin;
  return Math.min(below.x - margin, Math.max(above.x + margin, past));
}
