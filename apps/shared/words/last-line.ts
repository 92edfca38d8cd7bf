/** Of what went before. */
const KEPT = 4096;
/** Of a line. */
const SHOWN = 200;

/** Remembers the last line of a stream that is not empty. */
export class LastLine {
  readonly #decoder = new TextDecoder();
  #tail = "";

  add(part: Uint8Array): void {
    this.#tail = (this.#tail + this.#decoder.decode(part, { stream: true })).slice(-KEPT);
  }

  /** Empty where there was none; a long line is cut. */
  get text(): string {
    const line = this.#tail
      .split(/[\r\n]/)
      .map((each) => each.trim())
      .findLast((each) => each !== "");
    return (line ?? "").slice(0, SHOWN);
  }
}
