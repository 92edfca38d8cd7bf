import { type Pmf, upperMassShare } from "../pmf.js";

const INITIAL_REACH = 1024;
const MAX_REACH = 2 ** 21;
/** Smaller masses have lost their relative accuracy, or soon would: the losses of such outcomes are unknown. */
const MIN_MASS = 1e-290;

/**
 * Collects outcomes of a discrete pair in bins of the loss that fit the lattice.
 *
 * Losses out of reach are rare, or the bins are too narrow: they count as infinite on the pessimistic side, and are left out on the
 * optimistic one.
 */
export class LossBins {
  readonly #width: number;
  /** Bin k is at k + #reach. */
  #reach = INITIAL_REACH;
  /** min(P-mass, Q-mass) of each outcome. */
  #common = new Float64Array(2 * INITIAL_REACH);
  /** P-mass less Q-mass: with the common mass it determines losses near zero and large ones alike. */
  #difference = new Float64Array(2 * INITIAL_REACH);
  /** P-mass and Q-mass of losses out of reach. */
  #above = { p: 0, q: 0 };
  #below = { p: 0, q: 0 };
  /** Common mass of outcomes of unknown loss, which counts as infinity mass. */
  #unresolvedMass = 0;

  constructor(width: number) {
    this.#width = width;
  }

  /**
   * @param common min(P-mass, Q-mass) of the outcome
   * @param difference P-mass less Q-mass
   */
  add(loss: number, common: number, difference: number): void {
    if (common < MIN_MASS && difference !== 0) {
      addMasses(difference > 0 ? this.#above : this.#below, 0, difference);
      this.#unresolvedMass += common;
      return;
    }
    const index = Math.floor(loss / this.#width);
    if (!(index < MAX_REACH)) addMasses(this.#above, common, difference);
    else if (index < -MAX_REACH) addMasses(this.#below, common, difference);
    else {
      if (index < -this.#reach || index >= this.#reach) this.#grow(Math.abs(index) + 1);
      this.#common[index + this.#reach]! += common;
      this.#difference[index + this.#reach]! += difference;
    }
  }

  /** Adds the mirror image, P and Q swapped, of outcomes all of which have losses >= 0. */
  addMirrorImage(): void {
    for (let k = 0; k < this.#reach; k++) {
      this.#common[this.#reach - 1 - k] = this.#common[this.#reach + k]!;
      this.#difference[this.#reach - 1 - k] = -this.#difference[this.#reach + k]!;
    }
    this.#below = { p: this.#above.q, q: this.#above.p };
    this.#unresolvedMass *= 2;
  }

  /** A law below that of the outcomes: every bin merged into one point. */
  optimistic(): Pmf {
    const bins = this.#occupied();
    return {
      loss: Float64Array.from(bins, ({ loss }) => loss),
      mass: Float64Array.from(bins, ({ mass }) => mass),
      infinityMass: 0,
      reverseInfinityMass: 0,
    };
  }

  /** A law above that of the outcomes: every bin split onto its ends; `omittedMass` outcomes were not added. */
  pessimistic(omittedMass: number): Pmf {
    const nodes = new Map<number, number>();
    const put = (index: number, mass: number) => nodes.set(index, (nodes.get(index) ?? 0) + mass);
    for (const { index, mass, loss } of this.#occupied()) {
      const below = loss - index * this.#width;
      const up = mass * Math.min(1, Math.max(0, upperMassShare(below, this.#width - below)));
      put(index, mass - up);
      put(index + 1, up);
    }
    if (this.#below.p > 0) put(-MAX_REACH, this.#below.p);
    const sorted = [...nodes].sort(([a], [b]) => a - b);
    return {
      loss: Float64Array.from(sorted, ([index]) => index * this.#width),
      mass: Float64Array.from(sorted, ([, mass]) => mass),
      infinityMass: omittedMass + this.#above.p + this.#unresolvedMass,
      reverseInfinityMass: omittedMass + this.#above.p + this.#below.q + this.#unresolvedMass, // above, Q has less than P
    };
  }

  /** Bins with mass, by rising loss. */
  #occupied(): Bin[] {
    const bins: Bin[] = [];
    for (let place = 0; place < this.#common.length; place++) {
      const mass = this.#common[place]! + Math.max(0, this.#difference[place]!);
      if (mass > 0) bins.push({ index: place - this.#reach, mass, loss: this.#lossAt(place) });
    }
    return bins;
  }

  #lossAt(place: number): number {
    const difference = this.#difference[place]!;
    const size = Math.log1p(Math.abs(difference) / this.#common[place]!);
    const start = (place - this.#reach) * this.#width;
    return Math.min(start + this.#width, Math.max(start, difference < 0 ? -size : size));
  }

  #grow(needed: number): void {
    const reach = 2 ** Math.ceil(Math.log2(needed));
    const widen = (old: Float64Array<ArrayBuffer>) => {
      const wide = new Float64Array(2 * reach);
      wide.set(old, reach - this.#reach);
      return wide;
    };
    this.#common = widen(this.#common);
    this.#difference = widen(this.#difference);
    this.#reach = reach;
  }
}

interface Bin {
  readonly index: number;
  readonly mass: number;
  readonly loss: number;
}

function addMasses(masses: { p: number; q: number }, common: number, difference: number): void {
  masses.p += common + Math.max(0, difference);
  masses.q += common + Math.max(0, -difference);
}
