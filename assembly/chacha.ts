/**
 * The ChaCha keystream (RFC 8439, section 2.3), four blocks at a time, one per SIMD lane.
 *
 * `state`: the block function's 16 words: constants, key, counter, nonce. Each group of 256 bytes that is
 * written takes four counters and holds word w of its block b at word 4 w + b. `rounds` is even: 20 in the
 * RFC.
 */
export const GROUP_BYTES: usize = 256;

export function keystream(state: usize, target: usize, groups: i32, rounds: i32): void {
  for (; groups > 0; groups--, target += GROUP_BYTES) keystreamGroup(state, target, rounds);
}

export function keystreamGroup(state: usize, target: usize, rounds: i32): void {
  let x0 = word(state, 0), x1 = word(state, 4), x2 = word(state, 8), x3 = word(state, 12);
  let x4 = word(state, 16), x5 = word(state, 20), x6 = word(state, 24), x7 = word(state, 28);
  let x8 = word(state, 32), x9 = word(state, 36), x10 = word(state, 40), x11 = word(state, 44);
  let x12 = counters(state), x13 = word(state, 52), x14 = word(state, 56), x15 = word(state, 60);
  for (; rounds > 0; rounds -= 2) {
    x0 = i32x4.add(x0, x4); x12 = rotate16(v128.xor(x12, x0)); x1 = i32x4.add(x1, x5); x13 = rotate16(v128.xor(x13, x1));
    x2 = i32x4.add(x2, x6); x14 = rotate16(v128.xor(x14, x2)); x3 = i32x4.add(x3, x7); x15 = rotate16(v128.xor(x15, x3));
    x8 = i32x4.add(x8, x12); x4 = rotate12(v128.xor(x4, x8)); x9 = i32x4.add(x9, x13); x5 = rotate12(v128.xor(x5, x9));
    x10 = i32x4.add(x10, x14); x6 = rotate12(v128.xor(x6, x10)); x11 = i32x4.add(x11, x15); x7 = rotate12(v128.xor(x7, x11));
    x0 = i32x4.add(x0, x4); x12 = rotate8(v128.xor(x12, x0)); x1 = i32x4.add(x1, x5); x13 = rotate8(v128.xor(x13, x1));
    x2 = i32x4.add(x2, x6); x14 = rotate8(v128.xor(x14, x2)); x3 = i32x4.add(x3, x7); x15 = rotate8(v128.xor(x15, x3));
    x8 = i32x4.add(x8, x12); x4 = rotate7(v128.xor(x4, x8)); x9 = i32x4.add(x9, x13); x5 = rotate7(v128.xor(x5, x9));
    x10 = i32x4.add(x10, x14); x6 = rotate7(v128.xor(x6, x10)); x11 = i32x4.add(x11, x15); x7 = rotate7(v128.xor(x7, x11));

    x0 = i32x4.add(x0, x5); x15 = rotate16(v128.xor(x15, x0)); x1 = i32x4.add(x1, x6); x12 = rotate16(v128.xor(x12, x1));
    x2 = i32x4.add(x2, x7); x13 = rotate16(v128.xor(x13, x2)); x3 = i32x4.add(x3, x4); x14 = rotate16(v128.xor(x14, x3));
    x10 = i32x4.add(x10, x15); x5 = rotate12(v128.xor(x5, x10)); x11 = i32x4.add(x11, x12); x6 = rotate12(v128.xor(x6, x11));
    x8 = i32x4.add(x8, x13); x7 = rotate12(v128.xor(x7, x8)); x9 = i32x4.add(x9, x14); x4 = rotate12(v128.xor(x4, x9));
    x0 = i32x4.add(x0, x5); x15 = rotate8(v128.xor(x15, x0)); x1 = i32x4.add(x1, x6); x12 = rotate8(v128.xor(x12, x1));
    x2 = i32x4.add(x2, x7); x13 = rotate8(v128.xor(x13, x2)); x3 = i32x4.add(x3, x4); x14 = rotate8(v128.xor(x14, x3));
    x10 = i32x4.add(x10, x15); x5 = rotate7(v128.xor(x5, x10)); x11 = i32x4.add(x11, x12); x6 = rotate7(v128.xor(x6, x11));
    x8 = i32x4.add(x8, x13); x7 = rotate7(v128.xor(x7, x8)); x9 = i32x4.add(x9, x14); x4 = rotate7(v128.xor(x4, x9));
  }
  put(target, 0, x0, word(state, 0)); put(target, 16, x1, word(state, 4));
  put(target, 32, x2, word(state, 8)); put(target, 48, x3, word(state, 12));
  put(target, 64, x4, word(state, 16)); put(target, 80, x5, word(state, 20));
  put(target, 96, x6, word(state, 24)); put(target, 112, x7, word(state, 28));
  put(target, 128, x8, word(state, 32)); put(target, 144, x9, word(state, 36));
  put(target, 160, x10, word(state, 40)); put(target, 176, x11, word(state, 44));
  put(target, 192, x12, counters(state)); put(target, 208, x13, word(state, 52));
  put(target, 224, x14, word(state, 56)); put(target, 240, x15, word(state, 60));
  store<u32>(state, load<u32>(state, 48) + 4, 48);
}

// @ts-ignore: decorator
@inline
function word(state: usize, offset: usize): v128 {
  return v128.load_splat<u32>(state + offset);
}

// @ts-ignore: decorator
@inline
function counters(state: usize): v128 {
  return i32x4.add(v128.load_splat<u32>(state, 48), i32x4(0, 1, 2, 3));
}

// @ts-ignore: decorator
@inline
function put(target: usize, offset: usize, mixed: v128, start: v128): void {
  v128.store(target + offset, i32x4.add(mixed, start));
}

// @ts-ignore: decorator
@inline
function rotate16(x: v128): v128 {
  return i8x16.swizzle(x, i8x16(2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13));
}

// @ts-ignore: decorator
@inline
function rotate12(x: v128): v128 {
  return v128.or(i32x4.shl(x, 12), i32x4.shr_u(x, 20));
}

// @ts-ignore: decorator
@inline
function rotate8(x: v128): v128 {
  return i8x16.swizzle(x, i8x16(3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14));
}

// @ts-ignore: decorator
@inline
function rotate7(x: v128): v128 {
  return v128.or(i32x4.shl(x, 7), i32x4.shr_u(x, 25));
}
