type Numbers = Uint8Array | Uint16Array | Float64Array | Uint32Array;

/** Numbers in a typed array that grows: a few bytes each, however many they are. */
export class GrowingArray<Items extends Numbers> {
  readonly #create: (length: number) => Items;
  #items: Items;
  #length = 0;

  constructor(create: (length: number) => Items) {
    this.#create = create;
    this.#items = create(1024);
  }

  push(value: number): void {
    if (this.#length === this.#items.length) this.#grow();
    this.#items[this.#length++] = value;
  }

  /** What was pushed, in order. */
  get items(): Items {
    return this.#items.subarray(0, this.#length) as Items;
  }

  #grow(): void {
    const larger = this.#create(2 * this.#items.length);
    larger.set(this.#items);
    this.#items = larger;
  }
}

/** An array for integers below `bound`. */
export function indexArray(bound: number): GrowingArray<Uint8Array | Uint16Array | Uint32Array> {
  if (bound <= 2 ** 8) return new GrowingArray<Uint8Array>((length) => new Uint8Array(length));
  if (bound <= 2 ** 16) return new GrowingArray<Uint16Array>((length) => new Uint16Array(length));
  return new GrowingArray<Uint32Array>((length) => new Uint32Array(length));
}
