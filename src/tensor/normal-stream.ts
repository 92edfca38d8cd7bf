import type { RandomSource } from "../random/random-source.js";
import type { Workspace } from "./workspace.js";

/** "expand 32-byte k", little-endian (RFC 8439, section 2.3). */
const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574] as const;

const KEY_WORDS = 8;
const STATE_WORDS = 16;

/**
 * Eight of the RFC's 20 rounds, as Aumasson proposes ("Too Much Crypto", 2019) and as in the generator of
 * Go's runtime. The best attacks known on ChaCha reach seven rounds and are far out of reach even there.
 */
const ROUNDS = 8;

/** Numbers that the kernel makes at a time. */
const GROUP = 64;

/**
 * Standard normals in the kernels' memory: ChaCha8 under a key from a source, some half a billion a second.
 *
 * For directions and for noise of limited range: a number has f32's precision and stays within 9.4, which
 * leaves out 5e-20 of the law. `fillNormals` is slower and goes further.
 */
export class NormalStream {
  readonly #workspace: Workspace;
  readonly #state: number;

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
    this.#state = workspace.allocate(4 * STATE_WORDS);
  }

  /** The size of a buffer for `count` numbers. */
  static bufferSize(count: number): number {
    return Math.ceil(count / GROUP) * GROUP;
  }

  /** Begins a stream with a fresh key. */
  start(source: RandomSource): void {
    const state = this.#stateWords();
    source.fill(state.subarray(CONSTANTS.length, CONSTANTS.length + KEY_WORDS));
    state.set(CONSTANTS);
    state.fill(0, CONSTANTS.length + KEY_WORDS);
  }

  /**
   * Fills a buffer of {@link bufferSize} floats for `count`, all of it; a stream holds 2^36 numbers.
   *
   * @returns the sum of the squares of all that the buffer holds now, off by a factor within 1 ± 2^-19.7
   */
  fill(buffer: number, count: number): number {
    return this.#workspace.kernels.normals(this.#state, buffer, Math.ceil(count / GROUP), ROUNDS);
  }

  /** Forgets the key. */
  wipe(): void {
    this.#stateWords().fill(0);
  }

  #stateWords(): Uint32Array {
    return this.#workspace.words(this.#state, STATE_WORDS);
  }
}
