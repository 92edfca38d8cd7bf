import { type RandomSource, sampleInteger, seededSource } from "../../../src/random/index.js";

/** Draws of which one seed and number always give the same. */
export class Dice {
  readonly #source: RandomSource;

  constructor(seed: number, index: number) {
    this.#source = seededSource(seed).fork(index);
  }

  /** From `least` to `most`. */
  integer(least: number, most: number): number {
    return least + sampleInteger(this.#source, most - least + 1);
  }

  oneOf<Item>(items: readonly Item[]): Item {
    return items[this.integer(0, items.length - 1)]!;
  }

  /** Holds once in this number of draws. */
  onceIn(draws: number): boolean {
    return this.integer(1, draws) === 1;
  }
}
