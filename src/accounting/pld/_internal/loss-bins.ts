import type { LossAtoms } from "../loss-pair.js";
import { upperShare } from "./upper-share.js";

const FIRST_REACH = 1024;
const LARGEST_REACH = 2 ** 21;

/**
 * Collects outcomes of a discrete pair in bins of the loss that fit the lattice.
 *
 * Losses out of reach are rare, or the bins are too narrow: above the outcomes they count as lost, below they are left out.
 */
export class LossBins {
  readonly #width: number;
  /** Bin k is at k + #reach. */
  #reach = FIRST_REACH;
  #mass = new Float64Array(2 * FIRST_REACH);
  /** P-mass less Q-mass, kept by itself because the two are nearly equal. */
  #gain = new Float64Array(2 * FIRST_REACH);
  /** P-mass of losses out of reach. */
  #high = 0;
  #low = 0;
  /** Q-mass of those that are too high. */
  #highQ = 0;
  /** Q-mass of those that are too low. */
  #lowQ = 0;

  constructor(width: number) {
    this.#width = width;
  }

  /** An outcome with P-mass `mass` and Q-mass `mass - gain`, whose loss is log(mass / (mass - gain)). */
  add(loss: number, mass: number, gain: number): void {
    const index = Math.floor(loss / this.#width);
    if (!(index < LARGEST_REACH)) {
      this.#high += mass;
      this.#highQ += mass - gain;
      return;
    }
    if (index < -LARGEST_REACH) {
      this.#low += mass;
      this.#lowQ += mass - gain;
      return;
    }
    if (index < -this.#reach || index >= this.#reach) this.#grow(Math.abs(index) + 1);
    this.#mass[index + this.#reach]! += mass;
    this.#gain[index + this.#reach]! += gain;
  }

  /** Adds the mirror image, P and Q swapped, of outcomes that have losses >= 0 all of them. */
  mirror(): void {
    for (let k = 0; k < this.#reach; k++) {
      const gain = this.#gain[this.#reach + k]!;
      this.#mass[this.#reach - 1 - k] = this.#mass[this.#reach + k]! - gain;
      this.#gain[this.#reach - 1 - k] = -gain;
    }
    this.#low = this.#highQ;
    this.#lowQ = this.#high;
  }

  /** Below the outcomes: every bin as one atom. */
  merged(): LossAtoms {
    const bins = this.#heavy();
    return {
      loss: Float64Array.from(bins, ({ loss }) => loss),
      mass: Float64Array.from(bins, ({ mass }) => mass),
      infinite: 0,
      vanishing: 0,
    };
  }

  /** Above the outcomes: every bin split onto its ends, with some mass at infinite loss besides. */
  raised(infinite: number): LossAtoms {
    const nodes = new Map<number, number>();
    const put = (index: number, mass: number) => nodes.set(index, (nodes.get(index) ?? 0) + mass);
    for (const { index, mass, loss } of this.#heavy()) {
      const below = loss - index * this.#width;
      const up = mass * Math.min(1, Math.max(0, upperShare(below, this.#width - below)));
      put(index, mass - up);
      put(index + 1, up);
    }
    if (this.#low > 0) put(-LARGEST_REACH, this.#low);
    const sorted = [...nodes].sort(([a], [b]) => a - b);
    return {
      loss: Float64Array.from(sorted, ([index]) => index * this.#width),
      mass: Float64Array.from(sorted, ([, mass]) => mass),
      infinite: infinite + this.#high,
      vanishing: infinite + this.#high + this.#lowQ, // of those above Q has less than P
    };
  }

  /** Bins with mass, by rising loss. */
  #heavy(): Bin[] {
    const bins: Bin[] = [];
    this.#mass.forEach((mass, place) => {
      if (mass > 0) bins.push({ index: place - this.#reach, mass, loss: this.#lossAt(place) });
    });
    return bins;
  }

  #lossAt(place: number): number {
    const start = (place - this.#reach) * this.#width;
    return Math.min(
      start + this.#width,
      Math.max(start, -Math.log1p(-this.#gain[place]! / this.#mass[place]!)),
    );
  }

  #grow(needed: number): void {
    const reach = 2 ** Math.ceil(Math.log2(needed));
    const widen = (old: Float64Array<ArrayBuffer>) => {
      const wide = new Float64Array(2 * reach);
      wide.set(old, reach - this.#reach);
      return wide;
    };
    this.#mass = widen(this.#mass);
    this.#gain = widen(this.#gain);
    this.#reach = reach;
  }
}

interface Bin {
  readonly index: number;
  readonly mass: number;
  readonly loss: number;
}
