import { binomialTailRatio } from "../../../numerics/binomial-tail-ratio.js";
import { FAIR_COIN } from "../../../numerics/fair-coin.js";
import { logBinomialMass } from "../../../numerics/log-binomial-mass.js";

/**
 * Relative error of the tail from which on it is computed anew. Valid up to four times as much, which is the
 * `ROUNDING.sum` that sums of tails allow for. Half or twice as much changes no printed digit, nor the time.
 */
const MAX_RELATIVE_ERROR = 2 ** -42;
/**
 * log2 of the mass below which underflow may cost digits, and which is taken as zero. Half of it changes no
 * epsilon; twice as much is beyond the doubles.
 */
const LOG_MIN_MASS = -930;

/**
 * A tail of B ~ Bin(trials, 1/2), updated from one (trials, threshold) to a smaller one. With B' ~ Bin(trials
 * - 1, 1/2),
 *
 * P(B' >= t) = P(B >= t) - P(B' = t - 1) / 2 and P(B' >= t - 1) = P(B >= t) + P(B' = t - 1) / 2.
 */
export class BinomialTailRecurrence {
  /** Smaller masses are taken as zero. */
  static readonly MIN_MASS: number = 2 ** LOG_MIN_MASS;
  /** P(B = threshold - 1). */
  massBelow = 0;
  /** P(B >= threshold). */
  tail = 0;
  #trials = Number.NaN;
  #threshold = 0;
  #relativeError = 0;
  /** With more trials the mass is zero: it at most doubles with each step. */
  #zeroAbove = Infinity;

  /**
   * @param trials if more than before, the tail is computed anew
   * @param threshold integer in (trials / 2, trials + 1]
   */
  moveTo(trials: number, threshold: number): void {
    const isReachable = this.#isReachable(trials, threshold);
    if (isReachable && trials > this.#zeroAbove) return;
    // More steps cost as much as a new continued fraction.
    const isNear = this.#trials - trials <= 64 && this.massBelow > 0;
    if (!(isReachable && isNear)) this.#start(trials, threshold);
    while (this.#trials > trials) this.#step(this.#threshold > threshold);
    if (this.massBelow < BinomialTailRecurrence.MIN_MASS || this.#relativeError > MAX_RELATIVE_ERROR)
      this.#start(trials, threshold);
  }

  /** Whether steps of the recurrence lead there. */
  #isReachable(trials: number, threshold: number): boolean {
    const steps = this.#trials - trials;
    const lowered = this.#threshold - threshold;
    const tailsExist = this.#threshold <= this.#trials && threshold <= trials;
    return tailsExist && steps >= 0 && lowered >= 0 && lowered <= steps;
  }

  #start(trials: number, threshold: number): void {
    this.#trials = trials;
    this.#threshold = threshold;
    this.#relativeError = 0;
    const logMass = logBinomialMass(threshold - 1, trials, FAIR_COIN);
    const missing = LOG_MIN_MASS - logMass / Math.LN2;
    this.#zeroAbove = missing > 0 ? trials - Math.ceil(missing) : Infinity;
    this.massBelow = missing > 0 ? 0 : Math.exp(logMass);
    const mass = (this.massBelow * (trials - threshold + 1)) / threshold;
    if (mass === 0) this.tail = 0;
    else if (isNearMean(threshold - trials / 2, trials)) this.#startNearMean();
    else this.tail = mass * binomialTailRatio(threshold, trials, FAIR_COIN);
  }

  /** 1/2 less the masses between the mean and the threshold, that of the mean by half. */
  #startNearMean(): void {
    const trials = this.#trials;
    let sum = 0;
    let mass = this.massBelow;
    let value = this.#threshold - 1;
    for (; value > trials / 2; value--) {
      sum += mass;
      mass *= value / (trials - value + 1);
    }
    if (value === trials / 2) sum += mass / 2;
    this.tail = 1 / 2 - sum;
    this.#relativeError = 2 ** -43; // of a tail next to the mean
  }

  #step(lower: boolean): void {
    const before = this.tail;
    const failures = this.#trials - this.#threshold + 1;
    const mass = (2 * this.massBelow * failures) / this.#trials;
    this.tail = lower ? before + mass / 2 : before - mass / 2;
    this.massBelow = lower ? (mass * (this.#threshold - 1)) / failures : mass;
    this.#relativeError = ((this.#relativeError + 8 * Number.EPSILON) * (before + mass / 2)) / this.tail;
    this.#trials--;
    if (lower) this.#threshold--;
  }
}

/**
 * Within a quarter of a standard deviation, where the continued fraction has some sqrt(trials) terms: as many
 * masses, each of which is at most 0.8 / sqrt(trials), round by 2 u steps^2 0.8 / sqrt(trials) with u =
 * 2^-53, and leave more than 0.4.
 */
function isNearMean(steps: number, trials: number): boolean {
  return steps ** 2 < Math.min(trials / 64, 256 * Math.sqrt(trials));
}
