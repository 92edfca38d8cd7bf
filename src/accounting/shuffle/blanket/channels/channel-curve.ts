import { ROUNDING, roundedUp } from "../../../../numerics/rounding.js";
import { guessedEpsilon } from "../../../claims/guessed-epsilon.js";
import type { ShuffledChannel } from "./shuffled-channel.js";

/**
 * The largest epsilon that a curve or a profile looks at; what is left there counts as revealed. Valid at
 * any: half or twice as much moves an epsilon by less than 1e-7 of itself.
 */
export const MAX_EPSILON = 40;
/**
 * The first point after zero, in standard deviations of the log-likelihood ratio, and the ratio of the next
 * ones. Valid at any two: epsilon is rounded up to a point, so that SPACING - 1 is its relative error, less
 * what the chord makes up for. Half or twice of either moves an epsilon by less than 8e-4 of itself.
 */
const FIRST = 0.01;
const SPACING = 1.004;
/**
 * How many steps are taken by secants of log(-log(delta)) before the interval is halved. Any number finds
 * the point: half or twice as many change no epsilon, nor the time.
 */
const MAX_SECANTS = 8;
/**
 * Where the deviation is smaller, delta is that of the contributions' rounding, which does not depend on it.
 */
const MIN_DEVIATION = 2 ** -38;

/**
 * A channel's delta(epsilon) on a grid of points, evaluated where they are needed: being convex in e^epsilon,
 * it is below its chords.
 */
export class ChannelCurve {
  readonly #channel: ShuffledChannel;
  readonly #localEpsilon: number;
  readonly #deviation: number;
  /** Of the last point: delta there need not be small enough. */
  readonly #last: number;
  readonly #deltas = new Map<number, number>();

  /** @param localEpsilon of one report, may be infinite */
  constructor(channel: ShuffledChannel, localEpsilon: number) {
    this.#channel = channel;
    this.#localEpsilon = localEpsilon;
    this.#deviation = Math.max(MIN_DEVIATION, channel.deviation);
    this.#last = Math.ceil(this.#indexOf(Math.min(MAX_EPSILON, localEpsilon)));
  }

  deltaAt(epsilon: number): number {
    return epsilon >= this.#localEpsilon ? 0 : this.#channel.deltaAt(Math.min(epsilon, MAX_EPSILON));
  }

  /** An epsilon that holds at delta, infinite where none was found. */
  epsilonAt(delta: number): number {
    if (this.#deltaOfPoint(0) <= delta) return 0;
    if (!(this.#deltaOfPoint(this.#last) <= delta)) return this.#localEpsilon;
    const next = this.#firstThatHolds(delta);
    return this.#onChord(next - 1, next, delta);
  }

  /** Of the points at which delta is small enough, the first one: by secants from a guess, then by halves. */
  #firstThatHolds(delta: number): number {
    let { fails, holds } = this.#knownAround(delta);
    let at = this.#guessBetween({ fails, holds }, delta);
    let last = Number.NaN;
    for (let secants = 0; holds - fails > 1; secants++) {
      at = Math.min(holds - 1, Math.max(fails + 1, at));
      const height = heightOf(this.#deltaOfPoint(at));
      if (this.#deltaOfPoint(at) <= delta) holds = at;
      else fails = at;
      const rise =
        secants === 0 ? 2 * Math.log(SPACING) : (height - heightOf(this.#deltaOfPoint(last))) / (at - last);
      const next = at + (heightOf(delta) - height) / rise;
      last = at;
      at = secants < MAX_SECANTS && Number.isFinite(next) ? Math.ceil(next) : Math.floor((fails + holds) / 2);
    }
    return holds;
  }

  #deltaOfPoint(index: number): number {
    const known = this.#deltas.get(index);
    if (known !== undefined) return known;
    const delta = this.deltaAt(this.#epsilonOf(index));
    this.#deltas.set(index, delta);
    return delta;
  }

  /** The last evaluated point that does not hold at delta, and the next one that does. */
  #knownAround(delta: number): Between {
    const known = [...this.#deltas].sort(([one], [other]) => one - other);
    const fails = known.findLastIndex(([, each]) => !(each <= delta));
    return { fails: known[fails]![0], holds: known[fails + 1]![0] };
  }

  /** About where delta is reached: by the chord of the heights; next to zero, as a normal law has it. */
  #guessBetween({ fails, holds }: Between, delta: number): number {
    const low = heightOf(this.#deltaOfPoint(fails));
    const high = heightOf(this.#deltaOfPoint(holds));
    const at = fails + ((holds - fails) * (heightOf(delta) - low)) / (high - low);
    if (fails > 0 && at > fails && at < holds) return Math.round(at);
    return Math.round(this.#indexOf(guessedEpsilon(this.#deviation, delta)));
  }

  /** Point 0 is at zero, point 1 at the first epsilon. */
  #epsilonOf(index: number): number {
    if (index === 0) return 0;
    if (index === this.#last) return Math.min(MAX_EPSILON, this.#localEpsilon);
    return FIRST * this.#deviation * SPACING ** (index - 1);
  }

  #indexOf(epsilon: number): number {
    const ratio = epsilon / (FIRST * this.#deviation);
    return ratio < Infinity ? 1 + Math.max(0, Math.log(ratio) / Math.log(SPACING)) : 1;
  }

  #onChord(low: number, high: number, delta: number): number {
    const from = this.#epsilonOf(low);
    const to = this.#epsilonOf(high);
    const share = (this.#deltaOfPoint(low) - delta) / (this.#deltaOfPoint(low) - this.#deltaOfPoint(high));
    const gain = Math.expm1(from) + (Math.expm1(to) - Math.expm1(from)) * share;
    return Math.min(to, roundedUp(Math.log1p(gain), ROUNDING.sum));
  }
}

interface Between {
  readonly fails: number;
  readonly holds: number;
}

/** Nearly linear in the index. */
function heightOf(delta: number): number {
  return Math.log(-Math.log(delta));
}
