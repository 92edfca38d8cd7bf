import { memoize } from "../../../numerics/memoize.js";

/** A closed form of a series below is off by less than this share of G at frequency 0. */
export const SERIES_ERROR: number = 2 ** -42;

export interface Discount {
  /** N, how many points the sequence has: a power of two. */
  readonly length: number;
  /** At least 0. */
  readonly decay: number;
  /** Where the positive part begins, 0 where left out: in [0, 1). */
  readonly kink?: number;
}

/**
 * `sum` = N sum_k (k - kink) e^(-decay k) x_k over 0 < k < N/2, x the real sequence of the spectrum: each
 * frequency contributes its coefficient times G(w) - kink F(w), with z = e^(i w - decay), M = N/2 - 1, G(w) =
 * sum_k k z^k = z (1 - z^M (1 + M (1 - z))) / (1 - z)^2 and F(w) = sum_k z^k = z (1 - z^M) / (1 - z).
 * `weights` = G(0), no less than any |G - kink F|.
 */
export function discountedPositivePart(
  spectrum: Float64Array,
  { length, decay, kink = 0 }: Discount,
): { readonly sum: number; readonly weights: number } {
  const most = length / 2 - 1;
  const weights = seriesAtZero(decay, most);
  const factor = Math.exp(-decay);
  const lostOfOne = -Math.expm1(-decay);
  const lost = Math.exp(-decay * most);
  const sines = sinesOf(length);
  let sum = spectrum[0]! * (weights - (kink === 0 ? 0 : kink * countAtZero(decay, most)));
  for (let j = 1; 2 * j < spectrum.length; j++) {
    const re = spectrum[2 * j]!;
    const im = spectrum[2 * j + 1]!;
    if (re === 0 && im === 0) continue;
    const halfSin = sines[j]!;
    const cos = 1 - 2 * halfSin * halfSin;
    const sin = 2 * halfSin * sines[length / 2 - j]!;
    const gapRe = 2 * factor * halfSin * halfSin + lostOfOne;
    const gapIm = -factor * sin;
    // z^M = (-1)^j e^(-decay M) e^(-i w)
    const turned = j % 2 === 0 ? lost : -lost;
    const square = gapRe * gapRe + gapIm * gapIm;
    // z / (1 - z), whose denominator's conjugate is gapRe - i gapIm
    const onceRe = (factor * (cos * gapRe + sin * gapIm)) / square;
    const onceIm = (factor * (sin * gapRe - cos * gapIm)) / square;
    // 1 - z^M (1 + M (1 - z)), over 1 - z, less kink (1 - z^M)
    const topRe = 1 - turned * (cos * (1 + most * gapRe) + sin * most * gapIm);
    const topIm = -turned * (cos * most * gapIm - sin * (1 + most * gapRe));
    const innerRe = (topRe * gapRe + topIm * gapIm) / square - kink * (1 - turned * cos);
    const innerIm = (topIm * gapRe - topRe * gapIm) / square - kink * turned * sin;
    const seriesRe = onceRe * innerRe - onceIm * innerIm;
    const seriesIm = onceRe * innerIm + onceIm * innerRe;
    sum += (2 * j === length ? 1 : 2) * (re * seriesRe - im * seriesIm);
  }
  return { sum, weights };
}

/** sin(pi j / length) from 0 to a right angle, of one of the few lengths that there are. */
const sinesOf = memoize((length: number) =>
  Float64Array.from({ length: length / 2 + 1 }, (_, j) => Math.sin((Math.PI * j) / length)),
);

/** sum_k k e^(-decay k) over 0 < k <= most. */
function seriesAtZero(decay: number, most: number): number {
  const gap = -Math.expm1(-decay);
  if (decay * most > 1) {
    return (Math.exp(-decay) * (1 - Math.exp(-decay * most) * (1 + most * gap))) / (gap * gap);
  }
  let sum = 0;
  for (let k = 1; k <= most; k++) sum += k * Math.exp(-decay * k);
  return sum;
}

/** sum_k e^(-decay k) over 0 < k <= most. */
function countAtZero(decay: number, most: number): number {
  if (decay === 0) return most;
  return (Math.exp(-decay) * Math.expm1(-decay * most)) / Math.expm1(-decay);
}
