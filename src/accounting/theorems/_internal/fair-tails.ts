import { binomialTailRatio } from "../../../numerics/binomial-tail-ratio.js";
import { logBinomialMass } from "../../../numerics/log-binomial-mass.js";

const FAIR = { probability: 0.5, complement: 0.5 };
/** Further down than this a new continued fraction is as cheap as going there. */
const MOST_STEPS = 64;
/** Below it a mass may have lost digits to underflow, which steps would carry along. */
const LEAST_MASS = 1e-280;

/**
 * Tails of B ~ Bin(trials, 1/2), remembered for each `trials`: where the next threshold is a little smaller, its tail is the last one
 * plus a few masses.
 */
export class FairTails {
  /** P(B = threshold - 1) of the last look. */
  massBelow = 0;
  /** P(B >= threshold) of the last look. */
  tail = 0;
  readonly #firstTrials: number;
  readonly #thresholds: Float64Array;
  readonly #masses: Float64Array;
  readonly #tails: Float64Array;

  /** Serves `trials` in [firstTrials, endTrials). */
  constructor(firstTrials: number, endTrials: number) {
    const size = endTrials - firstTrials;
    this.#firstTrials = firstTrials;
    this.#thresholds = new Float64Array(size).fill(-Infinity);
    this.#masses = new Float64Array(size);
    this.#tails = new Float64Array(size);
  }

  /** @param threshold integer in (trials / 2, trials + 1] */
  look(trials: number, threshold: number): void {
    const slot = trials - this.#firstTrials;
    const steps = this.#thresholds[slot]! - threshold;
    if (steps >= 0 && steps <= MOST_STEPS && this.#masses[slot]! > LEAST_MASS)
      this.#stepDown(slot, trials, threshold);
    else this.#start(trials, threshold);
    this.#thresholds[slot] = threshold;
    this.#masses[slot] = this.massBelow;
    this.#tails[slot] = this.tail;
  }

  #start(trials: number, threshold: number): void {
    this.massBelow = Math.exp(logBinomialMass(threshold - 1, trials, FAIR));
    const mass = (this.massBelow * (trials - threshold + 1)) / threshold;
    this.tail = mass === 0 ? 0 : mass * binomialTailRatio(threshold, trials, FAIR);
  }

  #stepDown(slot: number, trials: number, threshold: number): void {
    this.massBelow = this.#masses[slot]!;
    this.tail = this.#tails[slot]!;
    for (let at = this.#thresholds[slot]! - 1; at >= threshold; at--) {
      this.tail += this.massBelow;
      this.massBelow *= at / (trials - at + 1);
    }
  }
}
