import { GROUP_BYTES, keystreamGroup } from "./chacha";

/**
 * Standard normals from a keystream, by Box and Muller: two words make two numbers.
 *
 * u is rounded to 2^-24, so a number of radius r is off by up to 1e-6 + 2^-23 / r. The radius has 38 bits and a half; where u is below
 * 2^-22 (r > 5.5, one in four million) it is drawn anew with 63 and a half, so that its steps stay below f32's and numbers reach
 * 9.4. The angle has 24 bits and the cosine's sign one.
 */
const CONSTANTS = memory.data<f32>([
  // 2^-38, half of it, 2^-31, 1
  3.637978807091713e-12, 1.8189894035458565e-12, 4.656612873077393e-10, 1,
  // 4 artanh(s) / s in s², |s| <= 0.172, to 7e-10 relatively; -2 log 2
  0.5985158156589263, 0.7994957953872229, 1.3333363199279051, 4, -1.3862943611198906,
  // 2^-24
  5.960464477539063e-8,
  // cos(π/2 t) in t², |t| <= 1, to 4.7e-8
  0.0008581906198698266, -0.020810627520155542, 0.25365074463584253, -1.2336982146688924, 0.9999999534666681,
  // sin(π/2 t) / t in t², to 5.4e-9 relatively
  0.00015148513088021802, -0.004673766612708646, 0.07968967894799894, -0.6459637105998703, 1.570796318447696,
]);

/** Where the upper 31 bits of a word are below it the radius is drawn more finely. */
const RARE: i32 = 1 << 9;
const WORDS = memory.data(256, 16);
const FRESH = memory.data(256, 16);

/** `groups` times 64 numbers from the stream of `state`, see `chacha.ts`. */
export function normals(state: usize, target: usize, groups: i32, rounds: i32): void {
  for (const end = target + <usize>groups * GROUP_BYTES; target < end; target += GROUP_BYTES) {
    keystreamGroup(state, target, rounds);
    if (hasRare(target)) rareNormals(state, target, rounds);
    else normalsFromWords(target, 64);
  }
}

function hasRare(words: usize): bool {
  let least = v128.load(words);
  for (let i: usize = 32; i < GROUP_BYTES; i += 32) least = i32x4.min_u(least, v128.load(words + i));
  return v128.any_true(i32x4.lt_s(i32x4.shr_u(least, 1), i32x4.splat(RARE)));
}

/** As the rest of the group, then with the lengths of rare pairs exchanged for finer ones. */
function rareNormals(state: usize, target: usize, rounds: i32): void {
  memory.copy(WORDS, target, GROUP_BYTES);
  normalsFromWords(target, 64);
  keystreamGroup(state, FRESH, rounds);
  for (let pair: usize = 0; pair < GROUP_BYTES; pair += pair % 32 == 12 ? 20 : 4) {
    const high = load<u32>(WORDS + pair) >> 1;
    if (high >= <u32>RARE) continue;
    const coarse = log31(high, (<f64>(load<u32>(WORDS + pair, 16) & 127) + 0.5) / 128);
    const fine = log31(high, (<f64>load<u32>(FRESH + pair) + 0.5) / 4294967296);
    const stretch = <f32>Math.sqrt(fine / coarse);
    store<f32>(target + pair, load<f32>(target + pair) * stretch);
    store<f32>(target + pair, load<f32>(target + pair, 16) * stretch, 16);
  }
}

/** log((high + rest) / 2^31). */
function log31(high: u32, rest: f64): f64 {
  return Math.log((<f64>high + rest) / 2147483648);
}

/**
 * Turns `count` random words (a multiple of 16) into normals where they stand. Two pairs of vectors, a and b, take turns:
 * V8 loads each constant anew, once for both.
 */
export function normalsFromWords(target: usize, count: i32): void {
  for (const end = target + (<usize>count << 2); target < end; target += 64) {
    const a = v128.load(target), aLow = v128.load(target, 16);
    const b = v128.load(target, 32), bLow = v128.load(target, 48);
    // u: the upper 31 bits of one word, the lower 7 of the other and a half, over 2^38.
    let k = constant(0), k2 = constant(1);
    let ua = multiplyAdd(signed(v128.and(aLow, i32x4.splat(127))), k, k2);
    let ub = multiplyAdd(signed(v128.and(bLow, i32x4.splat(127))), k, k2);
    k = constant(2);
    ua = multiplyAdd(signed(i32x4.shr_u(a, 1)), k, ua); ub = multiplyAdd(signed(i32x4.shr_u(b, 1)), k, ub);
    // u = 2^e m with m in [sqrt 1/2, sqrt 2), s = (m - 1) / (m + 1); radius² = -2 log u = -2 log 2 e - 4 artanh s.
    const ea = exponent(ua), eb = exponent(ub);
    const ma = i32x4.sub(ua, i32x4.shl(ea, 23)), mb = i32x4.sub(ub, i32x4.shl(eb, 23));
    k = constant(3);
    const sa = f32x4.div(f32x4.sub(ma, k), f32x4.add(ma, k)), sb = f32x4.div(f32x4.sub(mb, k), f32x4.add(mb, k));
    const xa = f32x4.mul(sa, sa), xb = f32x4.mul(sb, sb);
    k = constant(4);
    let pa = f32x4.mul(xa, k), pb = f32x4.mul(xb, k);
    k = constant(5); pa = addMultiply(pa, k, xa); pb = addMultiply(pb, k, xb);
    k = constant(6); pa = addMultiply(pa, k, xa); pb = addMultiply(pb, k, xb);
    k = constant(7); pa = addMultiply(pa, k, sa); pb = addMultiply(pb, k, sb);
    k = constant(8);
    const ra = f32x4.sqrt(f32x4.sub(f32x4.mul(signed(ea), k), pa)), rb = f32x4.sqrt(f32x4.sub(f32x4.mul(signed(eb), k), pb));
    // t: an odd number of quarter turns / 2^24, in (-1, 1).
    k = constant(9);
    const ta = f32x4.mul(signed(odd(aLow)), k), tb = f32x4.mul(signed(odd(bLow)), k);
    const ya = f32x4.mul(ta, ta), yb = f32x4.mul(tb, tb);
    k = constant(10);
    let ca = f32x4.mul(ya, k), cb = f32x4.mul(yb, k);
    k = constant(11); ca = addMultiply(ca, k, ya); cb = addMultiply(cb, k, yb);
    k = constant(12); ca = addMultiply(ca, k, ya); cb = addMultiply(cb, k, yb);
    k = constant(13); ca = addMultiply(ca, k, ya); cb = addMultiply(cb, k, yb);
    k = constant(14); ca = f32x4.add(ca, k); cb = f32x4.add(cb, k);
    v128.store(target, f32x4.mul(v128.xor(ra, i32x4.shl(a, 31)), ca));
    v128.store(target, f32x4.mul(v128.xor(rb, i32x4.shl(b, 31)), cb), 32);
    k = constant(15);
    let qa = f32x4.mul(ya, k), qb = f32x4.mul(yb, k);
    k = constant(16); qa = addMultiply(qa, k, ya); qb = addMultiply(qb, k, yb);
    k = constant(17); qa = addMultiply(qa, k, ya); qb = addMultiply(qb, k, yb);
    k = constant(18); qa = addMultiply(qa, k, ya); qb = addMultiply(qb, k, yb);
    k = constant(19); qa = addMultiply(qa, k, ta); qb = addMultiply(qb, k, tb);
    v128.store(target, f32x4.mul(ra, qa), 16); v128.store(target, f32x4.mul(rb, qb), 48);
  }
}

// @ts-ignore: decorator
@inline
function constant(index: i32): v128 {
  return v128.load_splat<f32>(CONSTANTS + (<usize>index << 2));
}

// @ts-ignore: decorator
@inline
function signed(words: v128): v128 {
  return f32x4.convert_i32x4_s(words);
}

/** e of u = 2^e m with m in [sqrt 1/2, sqrt 2). */
// @ts-ignore: decorator
@inline
function exponent(u: v128): v128 {
  return i32x4.shr_s(i32x4.sub(u, i32x4.splat(0x3f3504f3)), 23);
}

/** The upper 24 bits as a signed odd number of 25. */
// @ts-ignore: decorator
@inline
function odd(words: v128): v128 {
  return v128.or(i32x4.shr_s(words, 7), i32x4.splat(1));
}

// @ts-ignore: decorator
@inline
function multiplyAdd(a: v128, b: v128, c: v128): v128 {
  return f32x4.add(f32x4.mul(a, b), c);
}

// @ts-ignore: decorator
@inline
function addMultiply(a: v128, b: v128, c: v128): v128 {
  return f32x4.mul(f32x4.add(a, b), c);
}
