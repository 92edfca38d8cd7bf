import { binomialTailRatio } from "../../numerics/binomial-tail-ratio.js";
import { logBinomialMass } from "../../numerics/log-binomial-mass.js";

const FAIR = { probability: 0.5, complement: 0.5 };
/** A longer way is no cheaper than a new continued fraction. */
const MOST_STEPS = 64;
/** Relative error of the tail at which it is computed anew. */
const MOST_DOUBT = 2 ** -42;
const LOG_UNITS = 1000;
/** log2 of the mass below which it may have lost digits to underflow, which steps would carry along. */
const LOG_LEAST = -930;

/**
 * A tail of B ~ Bin(trials, 1/2) on a walk to fewer trials and lower thresholds: for one trial less,
 *
 * P(B' >= t) = P(B >= t) - P(B' = t - 1) / 2 and P(B' >= t - 1) = P(B >= t) + P(B' = t - 1) / 2.
 */
export class BinomialTailRecurrence {
  /** What masses and tails are counted in: the walk then goes on where a double would have underflowed. */
  static readonly UNIT: number = 2 ** -LOG_UNITS;
  /** Masses below it count as none. */
  static readonly LEAST_MASS: number = 2 ** LOG_LEAST;
  /** P(B = threshold - 1), in units. */
  massBelow = 0;
  /** P(B >= threshold), in units. */
  tail = 0;
  #trials = Number.NaN;
  #threshold = 0;
  #doubt = 0;
  /** The mass counts as none while there are more trials: it at most doubles with each step. */
  #silentAbove = Infinity;

  /**
   * @param trials fewer than before, or the walk begins anew
   * @param threshold integer in (trials / 2, trials + 1]
   */
  moveTo(trials: number, threshold: number): void {
    const isAhead = this.#isAhead(trials, threshold);
    if (isAhead && trials > this.#silentAbove) return;
    const isNear = this.#trials - trials <= MOST_STEPS && this.massBelow > 0;
    if (!(isAhead && isNear)) this.#start(trials, threshold);
    while (this.#trials > trials) this.#step(this.#threshold > threshold);
    if (this.massBelow < BinomialTailRecurrence.LEAST_MASS || this.#doubt > MOST_DOUBT)
      this.#start(trials, threshold);
  }

  /** Whether steps lead there. */
  #isAhead(trials: number, threshold: number): boolean {
    const steps = this.#trials - trials;
    const lowered = this.#threshold - threshold;
    const tailsExist = this.#threshold <= this.#trials && threshold <= trials;
    return tailsExist && steps >= 0 && lowered >= 0 && lowered <= steps;
  }

  #start(trials: number, threshold: number): void {
    this.#trials = trials;
    this.#threshold = threshold;
    this.#doubt = 0;
    const logMass = logBinomialMass(threshold - 1, trials, FAIR);
    const missing = LOG_LEAST - LOG_UNITS - logMass / Math.LN2;
    this.#silentAbove = missing > 0 ? trials - Math.ceil(missing) : Infinity;
    this.massBelow = missing > 0 ? 0 : (Math.exp(logMass / 2) * 2 ** (LOG_UNITS / 2)) ** 2;
    const mass = (this.massBelow * (trials - threshold + 1)) / threshold;
    this.tail = mass === 0 ? 0 : mass * binomialTailRatio(threshold, trials, FAIR);
  }

  #step(lower: boolean): void {
    const before = this.tail;
    const failures = this.#trials - this.#threshold + 1;
    const mass = (2 * this.massBelow * failures) / this.#trials;
    this.tail = lower ? before + mass / 2 : before - mass / 2;
    this.massBelow = lower ? (mass * (this.#threshold - 1)) / failures : mass;
    this.#doubt = ((this.#doubt + 8 * Number.EPSILON) * (before + mass / 2)) / this.tail;
    this.#trials--;
    if (lower) this.#threshold--;
  }
}
