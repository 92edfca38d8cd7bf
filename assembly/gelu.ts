import { tanhOf } from "./activation";
import { exponential, multiplyAdd } from "./exponential";

/**
 * The coefficients of P below, highest first, the rate of t, 1, -1/2 and 1/√(2π); in memory as those of
 * `exponential`.
 */
const TAIL: usize = memory.data<f32>([
  0.035931719586, -0.1582759387, 0.20820650513, -0.055393758879, 0.12946915643, 0.099637505712, 0.12079835651, 0.11962638984,
  0.3, 1, -0.5, 0.398942280401,
], 16);

/**
 * x Φ(x) in place, Φ the normal distribution, and its derivative Φ(x) + x φ(x) to `slopes`; `count` is
 * rounded up to a multiple of 4.
 *
 * Φ(-|x|) = exp(-x²/2) t P(t) with t = 1 / (1 + 0.3 |x|) and P the minimax polynomial of degree 7 for |x| <=
 * 13.5 (relative error 1.3e-7); beyond 13.2 it is 0. Both results are within 6e-7 (1 + |x|) of the truth
 * (tested on every binade).
 */
export function gelu(values: usize, slopes: usize, count: i32): void {
  for (const end = values + (<usize>count << 2); values < end; values += 16, slopes += 16) {
    const x = v128.load(values), one = v128.load_splat<f32>(TAIL + 36);
    const t = f32x4.div(one, multiplyAdd(f32x4.abs(x), v128.load_splat<f32>(TAIL + 32), one));
    const square = f32x4.mul(t, t);
    const p6 = multiplyAdd(v128.load_splat<f32>(TAIL), t, v128.load_splat<f32>(TAIL + 4));
    const p4 = multiplyAdd(v128.load_splat<f32>(TAIL + 8), t, v128.load_splat<f32>(TAIL + 12));
    const p2 = multiplyAdd(v128.load_splat<f32>(TAIL + 16), t, v128.load_splat<f32>(TAIL + 20));
    const p0 = multiplyAdd(v128.load_splat<f32>(TAIL + 24), t, v128.load_splat<f32>(TAIL + 28));
    const high = multiplyAdd(p6, square, p4), low = multiplyAdd(p2, square, p0);
    const p = multiplyAdd(high, f32x4.mul(square, square), low);
    const bell = exponential(f32x4.mul(f32x4.mul(x, x), v128.load_splat<f32>(TAIL + 40)));
    const tail = f32x4.mul(bell, f32x4.mul(p, t));
    const share = v128.bitselect(f32x4.sub(one, tail), tail, f32x4.gt(x, f32x4.splat(0)));
    v128.store(values, f32x4.mul(x, share));
    v128.store(slopes, multiplyAdd(f32x4.mul(x, bell), v128.load_splat<f32>(TAIL + 44), share));
  }
}

/**
 * x (1 + tanh u) / 2 in place, u = √(2/π) (x + 0.044715 x³), and its derivative to `slopes`; `count` is
 * rounded up to a multiple of 4. Both are within 8e-7 (1 + |x|) of the truth where |x| <= 10^6 (tested on
 * every binade).
 *
 * @see Hendrycks and Gimpel, "Gaussian error linear units", 2016, arXiv:1606.08415
 */
export function geluTanh(values: usize, slopes: usize, count: i32): void {
  const one = f32x4.splat(1), half = f32x4.splat(0.5), limit = f32x4.splat(1e6);
  const linear = f32x4.splat(0.7978845608028654), cubic = f32x4.splat(0.044715 * 0.7978845608028654);
  for (const end = values + (<usize>count << 2); values < end; values += 16, slopes += 16) {
    const x = v128.load(values);
    const z = f32x4.pmax(f32x4.pmin(x, limit), f32x4.neg(limit));
    const square = f32x4.mul(cubic, f32x4.mul(z, z));
    const t = tanhOf(f32x4.mul(z, f32x4.add(linear, square)));
    const share = multiplyAdd(t, half, half), rest = f32x4.mul(half, f32x4.mul(f32x4.sub(one, t), f32x4.add(one, t)));
    v128.store(values, f32x4.mul(x, share));
    v128.store(slopes, multiplyAdd(f32x4.mul(z, rest), multiplyAdd(f32x4.splat(3), square, linear), share));
  }
}
