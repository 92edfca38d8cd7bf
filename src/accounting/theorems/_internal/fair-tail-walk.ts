import { binomialTailRatio } from "../../../numerics/binomial-tail-ratio.js";
import { logBinomialMass } from "../../../numerics/log-binomial-mass.js";

const FAIR = { probability: 0.5, complement: 0.5 };
/** A longer way is no cheaper than a new continued fraction. */
const MOST_STEPS = 64;
/** Relative error of the tail at which it is computed anew. */
const MOST_DOUBT = 2 ** -42;
/** Below it a mass may have lost digits to underflow, which steps would carry along. */
const LEAST_MASS = 1e-280;

/**
 * A tail of B ~ Bin(trials, 1/2) on a walk to fewer trials and lower thresholds: for one trial less,
 *
 * P(B' >= t) = P(B >= t) - P(B' = t - 1) / 2 and P(B' >= t - 1) = P(B >= t) + P(B' = t - 1) / 2.
 */
export class FairTailWalk {
  /** P(B = threshold - 1). */
  massBelow = 0;
  /** P(B >= threshold). */
  tail = 0;
  #trials = Number.NaN;
  #threshold = 0;
  #doubt = 0;

  /**
   * @param trials fewer than before, or the walk begins anew
   * @param threshold integer in (trials / 2, trials + 1]
   */
  moveTo(trials: number, threshold: number): void {
    if (!this.#isNear(trials, threshold)) this.#start(trials, threshold);
    while (this.#trials > trials) this.#step(this.#threshold > threshold);
    if (this.massBelow < LEAST_MASS || this.#doubt > MOST_DOUBT) this.#start(trials, threshold);
  }

  #isNear(trials: number, threshold: number): boolean {
    const steps = this.#trials - trials;
    const lowered = this.#threshold - threshold;
    const tailsExist = this.#threshold <= this.#trials && threshold <= trials;
    return tailsExist && steps >= 0 && steps <= MOST_STEPS && lowered >= 0 && lowered <= steps;
  }

  #start(trials: number, threshold: number): void {
    this.#trials = trials;
    this.#threshold = threshold;
    this.massBelow = Math.exp(logBinomialMass(threshold - 1, trials, FAIR));
    const mass = (this.massBelow * (trials - threshold + 1)) / threshold;
    this.tail = mass === 0 ? 0 : mass * binomialTailRatio(threshold, trials, FAIR);
    this.#doubt = 0;
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
