/** "expand 32-byte k", little-endian (RFC 8439, section 2.3). */
const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574] as const;

/** The ChaCha20 block function (RFC 8439, section 2.3.1): 16 words from an 8-word key and 4 words of counter and nonce. */
export function chacha20Block(
  key: Uint32Array,
  input: readonly [number, number, number, number],
): Uint32Array {
  const start = Uint32Array.of(...CONSTANTS, ...key, ...input);
  const state = start.slice();
  for (let round = 0; round < 20; round += 2) {
    quarterRound(state, 0, 4, 8, 12);
    quarterRound(state, 1, 5, 9, 13);
    quarterRound(state, 2, 6, 10, 14);
    quarterRound(state, 3, 7, 11, 15);
    quarterRound(state, 0, 5, 10, 15);
    quarterRound(state, 1, 6, 11, 12);
    quarterRound(state, 2, 7, 8, 13);
    quarterRound(state, 3, 4, 9, 14);
  }
  return state.map((word, index) => word + start[index]!);
}

function quarterRound(state: Uint32Array, a: number, b: number, c: number, d: number): void {
  addXorRotate(state, a, b, d, 16);
  addXorRotate(state, c, d, b, 12);
  addXorRotate(state, a, b, d, 8);
  addXorRotate(state, c, d, b, 7);
}

/** sum += addend; mixed = (mixed ^ sum) <<< bits. */
function addXorRotate(state: Uint32Array, sum: number, addend: number, mixed: number, bits: number): void {
  state[sum]! += state[addend]!;
  const word = state[mixed]! ^ state[sum]!;
  state[mixed] = (word << bits) | (word >>> (32 - bits));
}
