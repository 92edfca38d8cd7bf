/** A set of integers in [0, capacity), one bit each; capacity <= 2^32. */
export class BitSet {
  readonly #words: Uint32Array;

  constructor(capacity: number) {
    this.#words = new Uint32Array(Math.ceil(capacity / 32));
  }

  has(member: number): boolean {
    return ((this.#words[member >>> 5]! >>> (member & 31)) & 1) === 1;
  }

  add(member: number): void {
    this.#words[member >>> 5]! |= 1 << (member & 31);
  }

  /** The members in increasing order; `size` is how many there are. */
  members(size: number): Uint32Array {
    const members = new Uint32Array(size);
    let count = 0;
    for (let index = 0; index < this.#words.length; index++) {
      for (let word = this.#words[index]!; word !== 0; word &= word - 1) {
        members[count++] = 32 * index + 31 - Math.clz32(word & -word);
      }
    }
    return members;
  }
}
