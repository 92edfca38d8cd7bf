import { spectrumOf } from "../../../numerics/fourier-transform.js";
import { logPoissonMass } from "../../../numerics/log-poisson-mass.js";
import type { SaddleLaw } from "./saddle-law.js";
import { logOnePlus } from "./scaled-excess.js";

/**
 * Points of the contour, in standard deviations of the coefficients' law and beyond: it must not wrap around,
 * which would add. Twice or half of either changes a moment by an ulp or two; a quarter of the deviations and
 * an eighth of the rest raise one by up to 0.15 %.
 */
const REACH = { deviations: 14, beyond: 64 };

/**
 * log E[S^m] of the mean S of n copies, of whose moments those past the law's K count as one: Cauchy's
 * integral, for one order m.
 *
 * With the law's l and g, F(t) = sum_k e^-l l^k e^(ikt) / k! = exp(l (e^(it) - 1)) and G(t) = sum_k g_k
 * e^(ikt),
 *
 * (E[S^m] - 1) P(Poisson(n l) = m) = (1 / 2 pi) int ((F + G)^n - F^n) e^(-imt) dt,
 *
 * by the trapezoidal rule, which only adds coefficients beside the m-th, none of them negative.
 */
export function saddleIntegral(law: SaddleLaw, count: number, order: number): number {
  const { rate, excesses, variance } = law;
  const reach = REACH.deviations * Math.sqrt(count * variance) + REACH.beyond;
  const points = 2 ** Math.ceil(Math.log2(reach));
  const spectrum = spectrumOf(wrapped(excesses, points));
  const most = spectrum[0]!;
  const largest = count * Math.log1p(most);
  let sum = 0;
  for (let j = 0; 2 * j <= points; j++) {
    const angle = (2 * Math.PI * j) / points;
    const size = Math.exp(-2 * rate * Math.sin(angle / 2) ** 2);
    // Neither this nor all that follows adds anything to a double.
    if (Math.log(count) + (count - 1) * Math.log((size + most) / (1 + most)) < -60) break;
    // e^(+ikt), where the spectrum has e^(-ikt).
    const g = { re: spectrum[2 * j]!, im: -spectrum[2 * j + 1]! };
    const value = integrand({ rate, count, order, angle, largest }, g);
    const isAlone = j === 0 || 2 * j === points;
    sum += isAlone ? value : 2 * value;
  }
  return logOnePlus(sum / points, largest - logPoissonMass(order, count * rate));
}

interface Complex {
  readonly re: number;
  readonly im: number;
}

/** Values whose transform is the same at the multiples of 2 pi / points. */
function wrapped(values: Float64Array, points: number): Float64Array {
  const sums = new Float64Array(points);
  for (let k = 0; k < values.length; k++) sums[k % points]! += values[k]!;
  return sums;
}

interface Point {
  readonly rate: number;
  readonly count: number;
  readonly order: number;
  readonly angle: number;
  /** log (F + G)^n at angle 0. */
  readonly largest: number;
}

/** The real part of ((F + G)^n - F^n) e^(-imt - largest), from log F and n log(1 + G / F). */
function integrand({ rate, count, order, angle, largest }: Point, g: Complex): number {
  const logF = { re: -2 * rate * Math.sin(angle / 2) ** 2, im: rate * Math.sin(angle) };
  const gain = logOnePlusPolar({
    logSize: Math.log(Math.hypot(g.re, g.im)) - logF.re,
    angle: Math.atan2(g.im, g.re) - logF.im,
  });
  const growth = count * gain.re;
  const turn = count * gain.im;
  const logSize = count * logF.re - largest;
  const phase = count * logF.im - order * angle;
  if (Math.abs(growth) > 1) {
    return Math.exp(logSize + growth) * Math.cos(phase + turn) - Math.exp(logSize) * Math.cos(phase);
  }
  const excess = Math.expm1(growth);
  const real = excess * Math.cos(turn) - 2 * Math.sin(turn / 2) ** 2;
  const imaginary = (1 + excess) * Math.sin(turn);
  return Math.exp(logSize) * (real * Math.cos(phase) - imaginary * Math.sin(phase));
}

/** log(1 + z), to full relative accuracy where z is small, and for z of any size. */
function logOnePlusPolar({ logSize, angle }: { readonly logSize: number; readonly angle: number }): Complex {
  if (logSize > 40) return { re: logSize, im: angle }; // one is nothing beside it
  const x = Math.exp(logSize) * Math.cos(angle);
  const y = Math.exp(logSize) * Math.sin(angle);
  const re = logSize < -1 ? Math.log1p(2 * x + x * x + y * y) / 2 : Math.log(Math.hypot(1 + x, y));
  return { re, im: Math.atan2(y, 1 + x) };
}
