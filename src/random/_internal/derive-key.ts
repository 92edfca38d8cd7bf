import { chacha20Block } from "./chacha20-block.js";

/** What a key is derived for: no two purposes can meet. */
export const PURPOSE = { numberSeed: 1, textSeed: 2, fork: 3, stream: 4 } as const;

/** The child of a key: the first half of one ChaCha20 block. */
export function deriveKey(key: Uint32Array, purpose: number, label: number): Uint32Array {
  return chacha20Block(key, [purpose, label % 2 ** 32, Math.floor(label / 2 ** 32), 0]).subarray(0, 8);
}
