import { PAGE_BYTES, type WasmMemory, type WasmModule, WebAssembly } from "./_internal/web-assembly.js";
import type { Kernels } from "./kernels.js";

/** Buffers start on cache lines. */
const ALIGNMENT = 64;

/**
 * One instance of the kernels with its memory, handed out once and for all: a layer allocates when it is
 * made.
 */
export class Workspace {
  /** The functions of this instance. */
  readonly kernels: Kernels;
  readonly #memory: WasmMemory;
  #bytes: Uint8Array;
  #top: number;

  constructor(module: WasmModule) {
    this.#memory = new WebAssembly.Memory({ initial: 1 });
    const instance = new WebAssembly.Instance(module, { env: { memory: this.#memory } });
    this.kernels = instance.exports as Kernels;
    this.#top = this.kernels.heapBase();
    this.#bytes = new Uint8Array(this.#memory.buffer);
  }

  /** The address of `bytes` zeroed bytes. Views taken before are void. */
  allocate(bytes: number): number {
    const start = Math.ceil(this.#top / ALIGNMENT) * ALIGNMENT;
    this.#top = start + bytes;
    const missing = this.#top - this.#memory.buffer.byteLength;
    if (missing > 0) {
      this.#memory.grow(Math.ceil(missing / PAGE_BYTES));
      this.#bytes = new Uint8Array(this.#memory.buffer);
    }
    return start;
  }

  /** The address of `count` zeroed floats. */
  allocateFloats(count: number): number {
    return this.allocate(4 * count);
  }

  /** The address of a copy of `words`. */
  allocateWords(words: ArrayLike<number>): number {
    const address = this.allocate(4 * words.length);
    new Uint32Array(this.#memory.buffer, address, words.length).set(words);
    return address;
  }

  /** The words at an address, until the next allocation. */
  words(address: number, count: number): Uint32Array {
    return new Uint32Array(this.#memory.buffer, address, count);
  }

  /** The floats at an address, until the next allocation. */
  floats(address: number, count: number): Float32Array {
    return new Float32Array(this.#memory.buffer, address, count);
  }

  /** The doubles at an address, until the next allocation. */
  doubles(address: number, count: number): Float64Array {
    return new Float64Array(this.#memory.buffer, address, count);
  }

  /** Copies bytes to an address. */
  write(address: number, bytes: Uint8Array): void {
    this.#bytes.set(bytes, address);
  }
}
