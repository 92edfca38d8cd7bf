/** "expand 32-byte k", little-endian (RFC 8439, section 2.3). */
const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574] as const;

const WORDS = 16;
const ROUNDS = 20;

/**
 * The ChaCha20 block function (RFC 8439, section 2.3.1): 16 words from an 8-word key and 4 words of counter
 * and nonce.
 */
export function chacha20Block(
  key: Uint32Array,
  input: readonly [number, number, number, number],
): Uint32Array {
  const start = new Int32Array(WORDS);
  start.set(CONSTANTS);
  start.set(key, 4);
  start.set(input, 12);
  const state = start.slice();
  for (let round = 0; round < ROUNDS; round += 2) {
    quarterRound(state, 0, 4, 8, 12);
    quarterRound(state, 1, 5, 9, 13);
    quarterRound(state, 2, 6, 10, 14);
    quarterRound(state, 3, 7, 11, 15);
    quarterRound(state, 0, 5, 10, 15);
    quarterRound(state, 1, 6, 11, 12);
    quarterRound(state, 2, 7, 8, 13);
    quarterRound(state, 3, 4, 9, 14);
  }
  const block = new Uint32Array(WORDS);
  for (let word = 0; word < WORDS; word++) block[word] = state[word]! + start[word]!;
  return block;
}

function quarterRound(state: Int32Array, ia: number, ib: number, ic: number, id: number): void {
  let a = state[ia]!;
  let b = state[ib]!;
  let c = state[ic]!;
  let d = state[id]!;
  a = (a + b) | 0;
  d = rotate(d ^ a, 16);
  c = (c + d) | 0;
  b = rotate(b ^ c, 12);
  a = (a + b) | 0;
  d = rotate(d ^ a, 8);
  c = (c + d) | 0;
  b = rotate(b ^ c, 7);
  state[ia] = a;
  state[ib] = b;
  state[ic] = c;
  state[id] = d;
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
