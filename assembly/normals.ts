import { GROUP_BYTES, keystreamGroup } from "./chacha";

/**
 * Standard normals from a keystream, by Box and Muller: two words make two numbers.
 *
 * u is rounded to 2^-24, so a number of radius r is off by up to 1e-6 + 2^-23 / r. The radius has 32 bits;
 * where u is below 2^-13 (r > 4.2, one pair in 8,192) it is drawn anew with 63 and a half, so that its steps
 * stay below f32's and numbers reach 9.4. The angle has 24 bits and the cosine's sign one.
 */
const CONSTANTS = memory.data<f32>([
  // half a step of 2^31 u, 1
  0.5, 1,
  // 4 artanh(s) / s in s², |s| <= 0.172, to 1.2e-7 relatively; -2 log 2
  0.8259434425383896, 1.3330441208909154, 4.000000475614837, -1.3862943611198906,
  // 2^-24
  5.960464477539063e-8,
  // cos(π/2 t) in t², |t| <= 1, to 4.7e-8
  0.0008581906198698266, -0.020810627520155542, 0.25365074463584253, -1.2336982146688924, 0.9999999534666681,
  // sin(π/2 t) / t in t², to 5.4e-9 relatively
  0.00015148513088021802, -0.004673766612708646, 0.07968967894799894, -0.6459637105998703, 1.570796318447696,
]);

/** Where the upper 31 bits of a word are below it the radius is drawn more finely. */
const RARE: i32 = 1 << 18;
const WORDS = memory.data(256, 16);
const FRESH = memory.data(256, 16);

/**
 * `groups` times 64 numbers from the stream of `state`, see `chacha.ts`. Returns the sum of their squares,
 * off by a factor within 1 ± 2^-19.7.
 */
export function normals(state: usize, target: usize, groups: i32, rounds: i32): f64 {
  let low = f64x2.splat(0), high = low;
  for (const end = target + <usize>groups * GROUP_BYTES; target < end; target += GROUP_BYTES) {
    keystreamGroup(state, target, rounds);
    const squares = hasRare(target) ? rareNormals(state, target, rounds) : boxMuller(target, 64);
    low = f64x2.add(low, f64x2.promote_low_f32x4(squares));
    high = f64x2.add(high, f64x2.promote_low_f32x4(v128.shuffle<i64>(squares, squares, 1, 1)));
  }
  const total = f64x2.add(low, high);
  return f64x2.extract_lane(total, 0) + f64x2.extract_lane(total, 1);
}

function hasRare(words: usize): bool {
  let least = v128.load(words);
  for (let i: usize = 32; i < GROUP_BYTES; i += 32) least = i32x4.min_u(least, v128.load(words + i));
  return v128.any_true(i32x4.lt_s(i32x4.shr_u(least, 1), i32x4.splat(RARE)));
}

/** As the rest of the group, then with the lengths of rare pairs exchanged for finer ones. */
function rareNormals(state: usize, target: usize, rounds: i32): v128 {
  memory.copy(WORDS, target, GROUP_BYTES);
  let squares = boxMuller(target, 64);
  keystreamGroup(state, FRESH, rounds);
  for (let pair: usize = 0; pair < GROUP_BYTES; pair += pair % 32 == 12 ? 20 : 4) {
    const high = load<u32>(WORDS + pair) >> 1;
    if (high >= <u32>RARE) continue;
    const coarse = log31(high, 0.5), fine = log31(high, (<f64>load<u32>(FRESH + pair) + 0.5) / 4294967296);
    const stretch = <f32>Math.sqrt(fine / coarse);
    store<f32>(target + pair, load<f32>(target + pair) * stretch);
    store<f32>(target + pair, load<f32>(target + pair, 16) * stretch, 16);
    squares = f32x4.add(squares, f32x4(<f32>(2 * (coarse - fine)), 0, 0, 0));
  }
  return squares;
}

/** log((high + rest) / 2^31). */
function log31(high: u32, rest: f64): f64 {
  return Math.log((<f64>high + rest) / 2147483648);
}

/** Turns `count` random words (a multiple of 16) into normals where they stand. */
export function normalsFromWords(target: usize, count: i32): void {
  boxMuller(target, count);
}

/**
 * As `normalsFromWords`; returns the sums of the squares, lane by lane. Two pairs of vectors, a and b, take
 * turns: V8 loads each constant anew, once for both.
 */
function boxMuller(target: usize, count: i32): v128 {
  let squares = f32x4.splat(0);
  for (const end = target + (<usize>count << 2); target < end; target += 64) {
    const a = v128.load(target), aLow = v128.load(target, 16);
    const b = v128.load(target, 32), bLow = v128.load(target, 48);
    // 2^31 u: the upper 31 bits of a word and a half.
    let k = constant(0);
    const ua = f32x4.add(signed(i32x4.shr_u(a, 1)), k), ub = f32x4.add(signed(i32x4.shr_u(b, 1)), k);
    // u = 2^e m with m in [sqrt 1/2, sqrt 2), s = (m - 1) / (m + 1); radius² = -2 log u = -2 log 2 e - 4
    // artanh s.
    const ea = aboveRootHalf(ua), eb = aboveRootHalf(ub);
    const ma = fraction(ea), mb = fraction(eb);
    k = constant(1);
    const sa = f32x4.div(f32x4.sub(ma, k), f32x4.add(ma, k)), sb = f32x4.div(f32x4.sub(mb, k), f32x4.add(mb, k));
    const xa = f32x4.mul(sa, sa), xb = f32x4.mul(sb, sb);
    k = constant(2);
    let pa = f32x4.mul(xa, k), pb = f32x4.mul(xb, k);
    k = constant(3); pa = addMultiply(pa, k, xa); pb = addMultiply(pb, k, xb);
    k = constant(4); pa = addMultiply(pa, k, sa); pb = addMultiply(pb, k, sb);
    k = constant(5);
    const r2a = f32x4.sub(f32x4.mul(exponent(ea), k), pa), r2b = f32x4.sub(f32x4.mul(exponent(eb), k), pb);
    squares = f32x4.add(squares, f32x4.add(r2a, r2b));
    const ra = f32x4.sqrt(r2a), rb = f32x4.sqrt(r2b);
    // t: an odd number of quarter turns / 2^24, in (-1, 1).
    k = constant(6);
    const ta = f32x4.mul(signed(odd(aLow)), k), tb = f32x4.mul(signed(odd(bLow)), k);
    const ya = f32x4.mul(ta, ta), yb = f32x4.mul(tb, tb);
    k = constant(7);
    let ca = f32x4.mul(ya, k), cb = f32x4.mul(yb, k);
    k = constant(8); ca = addMultiply(ca, k, ya); cb = addMultiply(cb, k, yb);
    k = constant(9); ca = addMultiply(ca, k, ya); cb = addMultiply(cb, k, yb);
    k = constant(10); ca = addMultiply(ca, k, ya); cb = addMultiply(cb, k, yb);
    k = constant(11); ca = f32x4.add(ca, k); cb = f32x4.add(cb, k);
    v128.store(target, f32x4.mul(v128.xor(ra, i32x4.shl(a, 31)), ca));
    v128.store(target, f32x4.mul(v128.xor(rb, i32x4.shl(b, 31)), cb), 32);
    k = constant(12);
    let qa = f32x4.mul(ya, k), qb = f32x4.mul(yb, k);
    k = constant(13); qa = addMultiply(qa, k, ya); qb = addMultiply(qb, k, yb);
    k = constant(14); qa = addMultiply(qa, k, ya); qb = addMultiply(qb, k, yb);
    k = constant(15); qa = addMultiply(qa, k, ya); qb = addMultiply(qb, k, yb);
    k = constant(16); qa = addMultiply(qa, k, ta); qb = addMultiply(qb, k, tb);
    v128.store(target, f32x4.mul(ra, qa), 16); v128.store(target, f32x4.mul(rb, qb), 48);
  }
  return squares;
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

/**
 * The bits of 2^31 u less those of 2^31 sqrt 1/2: above the lowest 23 stands e of u = 2^e m with m in [sqrt
 * 1/2, sqrt 2).
 */
// @ts-ignore: decorator
@inline
function aboveRootHalf(u: v128): v128 {
  return i32x4.sub(u, i32x4.splat(0x3f3504f3 + (31 << 23)));
}

// @ts-ignore: decorator
@inline
function exponent(above: v128): v128 {
  return signed(i32x4.shr_s(above, 23));
}

/** m. */
// @ts-ignore: decorator
@inline
function fraction(above: v128): v128 {
  return i32x4.add(v128.and(above, i32x4.splat(0x007fffff)), i32x4.splat(0x3f3504f3));
}

/** The upper 24 bits as a signed odd number of 25. */
// @ts-ignore: decorator
@inline
function odd(words: v128): v128 {
  return v128.or(i32x4.shr_s(words, 7), i32x4.splat(1));
}

// @ts-ignore: decorator
@inline
function addMultiply(a: v128, b: v128, c: v128): v128 {
  return f32x4.mul(f32x4.add(a, b), c);
}
