import { memoize } from "../../../numerics/memoize.js";
import { guessedEpsilon } from "../../core/guessed-epsilon.js";
import type { ShuffledChannel } from "./shuffled-channel.js";

/** The largest epsilon that is looked at. */
const LARGEST_EPSILON = 40;
/** The first point after zero, in standard deviations of the log-likelihood ratio, and the ratio of the next ones. */
const FIRST = 0.01;
const SPACING = 1.01;
const CACHE_SIZE = 4096;
const ROUNDED_UP = 1 + 2 ** -40;

/** A channel's delta(epsilon) on a grid of points, evaluated where they are needed: being convex in e^epsilon, it is below its chords. */
export class ChannelCurve {
  readonly #channel: ShuffledChannel;
  readonly #localEpsilon: number;
  /** Of the last point: delta there need not be small enough. */
  readonly #last: number;
  readonly #deltaOfPoint: (index: number) => number;

  /** @param localEpsilon of one report, may be infinite */
  constructor(channel: ShuffledChannel, localEpsilon: number) {
    this.#channel = channel;
    this.#localEpsilon = localEpsilon;
    this.#last = Math.ceil(this.#indexOf(Math.min(LARGEST_EPSILON, localEpsilon)));
    this.#deltaOfPoint = memoize((index: number) => this.deltaAt(this.#epsilonOf(index)), {
      key: (index) => index,
      capacity: CACHE_SIZE,
    });
  }

  deltaAt(epsilon: number): number {
    return epsilon >= this.#localEpsilon ? 0 : this.#channel.deltaAt(Math.min(epsilon, LARGEST_EPSILON));
  }

  /** An epsilon that holds at delta, infinite where none was found. */
  epsilonAt(delta: number): number {
    const holds = (index: number): boolean => this.#deltaOfPoint(index) <= delta;
    if (holds(0)) return 0;
    if (!holds(this.#last)) return this.#localEpsilon;
    const guess = this.#indexOf(guessedEpsilon(this.#channel.deviation, delta));
    const next = firstWhere(holds, { guess: Math.round(guess), last: this.#last });
    return this.#onChord(next - 1, next, delta);
  }

  /** Point 0 is at zero, point 1 at the first epsilon. */
  #epsilonOf(index: number): number {
    if (index === 0) return 0;
    if (index === this.#last) return Math.min(LARGEST_EPSILON, this.#localEpsilon);
    return FIRST * this.#channel.deviation * SPACING ** (index - 1);
  }

  #indexOf(epsilon: number): number {
    const ratio = epsilon / (FIRST * this.#channel.deviation);
    return ratio < Infinity ? 1 + Math.max(0, Math.log(ratio) / Math.log(SPACING)) : 1;
  }

  #onChord(low: number, high: number, delta: number): number {
    const [from, to] = [this.#epsilonOf(low), this.#epsilonOf(high)];
    const share = (this.#deltaOfPoint(low) - delta) / (this.#deltaOfPoint(low) - this.#deltaOfPoint(high));
    const gain = Math.expm1(from) + (Math.expm1(to) - Math.expm1(from)) * share;
    return Math.min(to, Math.log1p(gain) * ROUNDED_UP);
  }
}

/** The first index after 0 at which a condition holds, which holds at the last one: by strides from a guess, and halving. */
function firstWhere(
  holds: (index: number) => boolean,
  { guess, last }: { readonly guess: number; readonly last: number },
): number {
  let [fails, first] = [0, last];
  let at = Math.min(last - 1, Math.max(1, guess));
  for (let stride = 2; first - fails > 1; stride *= 4) {
    const found = holds(at);
    if (found) first = at;
    else fails = at;
    const onward = found ? at - stride : at + stride;
    at = onward > fails && onward < first ? onward : Math.floor((fails + first) / 2);
  }
  return first;
}
