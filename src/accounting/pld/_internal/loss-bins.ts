import type { LossAtoms } from "../loss-pair.js";
import { upperShare } from "./upper-share.js";

const FIRST_REACH = 1024;
const LARGEST_REACH = 2 ** 21;
/** Lesser masses have lost their relative accuracy, or soon would: their losses are unknown. */
const LEAST_MASS = 1e-290;

/**
 * Collects outcomes of a discrete pair in bins of the loss that fit the lattice.
 *
 * Losses out of reach are rare, or the bins are too narrow: above the outcomes they count as lost, below they are left out.
 */
export class LossBins {
  readonly #width: number;
  /** Bin k is at k + #reach. */
  #reach = FIRST_REACH;
  /** The lesser one of P- and Q-mass. */
  #least = new Float64Array(2 * FIRST_REACH);
  /** P-mass less Q-mass: with the lesser mass it tells losses near zero and large ones alike. */
  #gain = new Float64Array(2 * FIRST_REACH);
  /** P-mass and Q-mass of losses out of reach. */
  #high = { p: 0, q: 0 };
  #low = { p: 0, q: 0 };
  /** The lesser masses of outcomes of unknown loss, which count as lost. */
  #vague = 0;

  constructor(width: number) {
    this.#width = width;
  }

  /** An outcome with Q-mass `least` and P-mass `least + gain`, or with P-mass `least` and Q-mass `least - gain` where the gain is negative. */
  add(loss: number, least: number, gain: number): void {
    if (least < LEAST_MASS && gain !== 0) {
      addMasses(gain > 0 ? this.#high : this.#low, 0, gain);
      this.#vague += least;
      return;
    }
    const index = Math.floor(loss / this.#width);
    if (!(index < LARGEST_REACH)) addMasses(this.#high, least, gain);
    else if (index < -LARGEST_REACH) addMasses(this.#low, least, gain);
    else {
      if (index < -this.#reach || index >= this.#reach) this.#grow(Math.abs(index) + 1);
      this.#least[index + this.#reach]! += least;
      this.#gain[index + this.#reach]! += gain;
    }
  }

  /** Adds the mirror image, P and Q swapped, of outcomes that have losses >= 0 all of them. */
  mirror(): void {
    for (let k = 0; k < this.#reach; k++) {
      this.#least[this.#reach - 1 - k] = this.#least[this.#reach + k]!;
      this.#gain[this.#reach - 1 - k] = -this.#gain[this.#reach + k]!;
    }
    this.#low = { p: this.#high.q, q: this.#high.p };
    this.#vague *= 2;
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
    if (this.#low.p > 0) put(-LARGEST_REACH, this.#low.p);
    const sorted = [...nodes].sort(([a], [b]) => a - b);
    return {
      loss: Float64Array.from(sorted, ([index]) => index * this.#width),
      mass: Float64Array.from(sorted, ([, mass]) => mass),
      infinite: infinite + this.#high.p + this.#vague,
      vanishing: infinite + this.#high.p + this.#low.q + this.#vague, // of those above Q has less than P
    };
  }

  /** Bins with mass, by rising loss. */
  #heavy(): Bin[] {
    const bins: Bin[] = [];
    for (let place = 0; place < this.#least.length; place++) {
      const mass = this.#least[place]! + Math.max(0, this.#gain[place]!);
      if (mass > 0) bins.push({ index: place - this.#reach, mass, loss: this.#lossAt(place) });
    }
    return bins;
  }

  #lossAt(place: number): number {
    const gain = this.#gain[place]!;
    const size = Math.log1p(Math.abs(gain) / this.#least[place]!);
    const start = (place - this.#reach) * this.#width;
    return Math.min(start + this.#width, Math.max(start, gain < 0 ? -size : size));
  }

  #grow(needed: number): void {
    const reach = 2 ** Math.ceil(Math.log2(needed));
    const widen = (old: Float64Array<ArrayBuffer>) => {
      const wide = new Float64Array(2 * reach);
      wide.set(old, reach - this.#reach);
      return wide;
    };
    this.#least = widen(this.#least);
    this.#gain = widen(this.#gain);
    this.#reach = reach;
  }
}

interface Bin {
  readonly index: number;
  readonly mass: number;
  readonly loss: number;
}

function addMasses(masses: { p: number; q: number }, least: number, gain: number): void {
  masses.p += least + Math.max(0, gain);
  masses.q += least + Math.max(0, -gain);
}
