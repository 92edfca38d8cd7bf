/** What `enc` takes. */
const KEY_WORDS = 8;
const FIRST_PLACES = 1 << 10;

/**
 * The ephemeral keys that were seen, 32 bytes each: a table of places into one array, at most half full. The
 * hash is keyed, so that nobody can send keys that collide.
 */
export class SeenKeys {
  #keys = new Uint32Array(FIRST_PLACES * KEY_WORDS);
  #places = new Int32Array(2 * FIRST_PLACES).fill(-1);
  #count = 0;
  readonly #multipliers: Uint32Array;

  constructor(randomBytes: (length: number) => Uint8Array) {
    this.#multipliers = new Uint32Array(new Uint8Array(randomBytes(4 * KEY_WORDS)).buffer).map(
      (word) => word | 1,
    );
  }

  /** Whether the key is new; it is not afterwards. */
  add(key: Uint8Array): boolean {
    const words = new Uint32Array(new Uint8Array(key).buffer);
    const place = this.#placeOf(words);
    if (this.#places[place]! >= 0) return false;
    this.#keys.set(words, this.#count * KEY_WORDS);
    this.#places[place] = this.#count++;
    if (2 * this.#count > this.#places.length - 2) this.#grow();
    return true;
  }

  /** Where the key is, or the free place where it belongs. */
  #placeOf(words: Uint32Array): number {
    const mask = this.#places.length - 1;
    let hash = 0;
    for (let word = 0; word < KEY_WORDS; word++) hash ^= Math.imul(words[word]!, this.#multipliers[word]!);
    let place = (hash ^ (hash >>> 15)) & mask;
    while (this.#places[place]! >= 0 && !this.#isAt(this.#places[place]!, words)) place = (place + 1) & mask;
    return place;
  }

  #isAt(index: number, words: Uint32Array): boolean {
    for (let word = 0; word < KEY_WORDS; word++) {
      if (this.#keys[index * KEY_WORDS + word] !== words[word]) return false;
    }
    return true;
  }

  #grow(): void {
    const keys = new Uint32Array(2 * this.#keys.length);
    keys.set(this.#keys);
    this.#keys = keys;
    this.#places = new Int32Array(2 * this.#places.length).fill(-1);
    for (let index = 0; index < this.#count; index++) {
      const words = keys.subarray(index * KEY_WORDS, (index + 1) * KEY_WORDS);
      this.#places[this.#placeOf(words)] = index;
    }
  }
}
