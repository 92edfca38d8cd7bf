import type { RandomSource } from "../random-source.js";

/**
 * Uniform integers in [0, 2^32) one at a time, fetched many at once; each is wiped when it is handed out, and
 * the rest by `wipe`.
 */
export class WordStream {
  readonly #source: RandomSource;
  readonly #words: Uint32Array;
  #next: number;

  constructor(source: RandomSource, atOnce: number) {
    this.#source = source;
    this.#words = new Uint32Array(atOnce);
    this.#next = atOnce;
  }

  next(): number {
    if (this.#next === this.#words.length) {
      this.#source.fill(this.#words);
      this.#next = 0;
    }
    const word = this.#words[this.#next]!;
    this.#words[this.#next++] = 0;
    return word;
  }

  wipe(): void {
    this.#words.fill(0);
    this.#next = this.#words.length;
  }
}
