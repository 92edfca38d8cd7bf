import { type Pmf, upperMassShare } from "../pmf.js";

/**
 * Bins on either side of zero: losses further out count as infinite, or are left out. Valid at any number:
 * twice as many take 0.5 MB more, and they or half as many changed no figure of 30.
 */
const MAX_REACH = 2 ** 21;
/** Bins are made a page at a time: few outcomes may lie far apart. */
const PAGE_BITS = 5;
const PAGE = 2 ** PAGE_BITS;

/**
 * Collects outcomes of a discrete pair in bins of the loss that fit the lattice.
 *
 * Losses out of reach are rare, or the bins are too narrow: they count as infinite on the pessimistic side,
 * and are left out on the optimistic one.
 */
export class LossBins {
  readonly #width: number;
  /** Where each page begins, 0 for none. Bin k is at k + MAX_REACH. */
  readonly #starts = new Int32Array((2 * MAX_REACH) / PAGE);
  /**
   * Of each bin of a page first min(P-mass, Q-mass), then of each P-mass less Q-mass: with the common mass it
   * determines losses near zero and large ones alike.
   */
  #masses = new Float64Array(2 * PAGE * 64);
  #end = 2 * PAGE;
  /** P-mass and Q-mass of losses out of reach. */
  #above = { p: 0, q: 0 };
  #below = { p: 0, q: 0 };

  constructor(width: number) {
    this.#width = width;
  }

  /**
   * @param common min(P-mass, Q-mass) of the outcome
   * @param difference P-mass less Q-mass
   */
  add(loss: number, common: number, difference: number): void {
    const index = Math.floor(loss / this.#width);
    if (!(index < MAX_REACH)) addMasses(this.#above, common, difference);
    else if (index < -MAX_REACH) addMasses(this.#below, common, difference);
    else {
      const place = index + MAX_REACH;
      const at = this.#startOf(place >> PAGE_BITS) + (place & (PAGE - 1));
      this.#masses[at]! += common;
      this.#masses[at + PAGE]! += difference;
    }
  }

  #startOf(page: number): number {
    const known = this.#starts[page]!;
    if (known > 0) return known;
    const start = this.#end;
    this.#end += 2 * PAGE;
    if (this.#end > this.#masses.length) {
      const longer = new Float64Array(2 * this.#masses.length);
      longer.set(this.#masses);
      this.#masses = longer;
    }
    this.#starts[page] = start;
    return start;
  }

  /** Adds the mirror image, P and Q swapped, of outcomes all of which have losses >= 0. */
  addMirrorImage(): void {
    const pages = this.#starts.length;
    for (let page = pages / 2; page < pages; page++) {
      const from = this.#starts[page]!;
      if (from === 0) continue;
      const to = this.#startOf(pages - 1 - page);
      for (let at = 0; at < PAGE; at++) {
        this.#masses[to + PAGE - 1 - at] = this.#masses[from + at]!;
        this.#masses[to + 2 * PAGE - 1 - at] = -this.#masses[from + PAGE + at]!;
      }
    }
    this.#below = { p: this.#above.q, q: this.#above.p };
  }

  /** A law below that of the outcomes: every bin merged into one point. */
  optimistic(): Pmf {
    const { loss, mass } = this.#occupied();
    return { loss, mass, infinityMass: 0, reverseInfinityMass: 0 };
  }

  /**
   * A law above that of the outcomes: every bin split onto its ends; `omittedMass` outcomes were not added.
   */
  pessimistic(omittedMass: number): Pmf {
    const bins = this.#occupied();
    const loss = new Float64Array(2 * bins.mass.length + 1);
    const mass = new Float64Array(loss.length);
    let last = -1;
    const put = (index: number, more: number) => {
      if (last < 0 || index * this.#width !== loss[last]) loss[++last] = index * this.#width;
      mass[last]! += more;
    };
    if (this.#below.p > 0) put(-MAX_REACH, this.#below.p);
    for (let i = 0; i < bins.index.length; i++) {
      const index = bins.index[i]!;
      const below = bins.loss[i]! - index * this.#width;
      const up = bins.mass[i]! * Math.min(1, Math.max(0, upperMassShare(below, this.#width - below)));
      put(index, bins.mass[i]! - up);
      put(index + 1, up);
    }
    return {
      loss: loss.subarray(0, last + 1),
      mass: mass.subarray(0, last + 1),
      infinityMass: omittedMass + this.#above.p,
      reverseInfinityMass: omittedMass + this.#above.p + this.#below.q, // above, Q has less than P
    };
  }

  /** Bins with mass, by rising loss. */
  #occupied(): OccupiedBins {
    const places = this.#occupiedPlaces();
    const bins: OccupiedBins = {
      index: places.map((place) => place - MAX_REACH),
      mass: new Float64Array(places.length),
      loss: new Float64Array(places.length),
    };
    for (let i = 0; i < places.length; i++) {
      const at = this.#startOf(places[i]! >> PAGE_BITS) + (places[i]! & (PAGE - 1));
      bins.mass[i] = this.#massAt(at);
      bins.loss[i] = this.#lossIn(bins.index[i]!, this.#masses[at]!, this.#masses[at + PAGE]!);
    }
    return bins;
  }

  #occupiedPlaces(): Int32Array {
    const places = new Int32Array(this.#end / 2);
    let count = 0;
    for (let page = 0; page < this.#starts.length; page++) {
      const start = this.#starts[page]!;
      for (let at = 0; start > 0 && at < PAGE; at++) {
        if (this.#massAt(start + at) > 0) places[count++] = page * PAGE + at;
      }
    }
    return places.slice(0, count);
  }

  #massAt(at: number): number {
    return this.#masses[at]! + Math.max(0, this.#masses[at + PAGE]!);
  }

  #lossIn(index: number, common: number, difference: number): number {
    const size = Math.log1p(Math.abs(difference) / common);
    const start = index * this.#width;
    return Math.min(start + this.#width, Math.max(start, difference < 0 ? -size : size));
  }
}

interface OccupiedBins {
  readonly index: Int32Array;
  /** P-mass. */
  readonly mass: Float64Array;
  readonly loss: Float64Array;
}

function addMasses(masses: { p: number; q: number }, common: number, difference: number): void {
  masses.p += common + Math.max(0, difference);
  masses.q += common + Math.max(0, -difference);
}
