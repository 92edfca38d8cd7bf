/**
 * A job of which parts come in from the workers, in any order; `onPart` sees them in the order of their
 * numbers.
 */
export class RunningJob<Part> {
  readonly finished: Promise<void>;
  readonly #parts: number;
  readonly #onPart: (part: Part) => void;
  readonly #early = new Map<number, Part>();
  #handed = 0;
  #settle!: { resolve: () => void; reject: (error: unknown) => void };

  constructor(parts: number, onPart: (part: Part) => void) {
    this.#parts = parts;
    this.#onPart = onPart;
    this.finished = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
  }

  accept(index: number, part: Part): void {
    this.#early.set(index, part);
    for (; this.#early.has(this.#handed); this.#handed++) {
      this.#onPart(this.#early.get(this.#handed) as Part);
      this.#early.delete(this.#handed);
    }
    if (this.#handed === this.#parts) this.#settle.resolve();
  }

  reject(error: unknown): void {
    this.#settle.reject(error);
  }
}
