import Transform from "fft.js";

/** Transforms up to this length keep their tables between calls (about 40 bytes per point). */
const LARGEST_KEPT = 1 << 18;
const kept = new Map<number, Transform>();

/**
 * The discrete Fourier transform of real sequences, of a power of two in length.
 *
 * Rounding, for either way: the error's l2 norm is at most `fourierError(length)` times the l2 norm of the exact answer.
 * The spectrum is interleaved (re, im) and holds frequencies 0..length / 2 only; the rest is its mirror image.
 */
export function spectrumOf(sequence: Float64Array): Float64Array {
  const out = new Float64Array(2 * sequence.length);
  transformOf(sequence.length).realTransform(out, sequence);
  return out.subarray(0, sequence.length + 2);
}

/** The real sequence of a spectrum as `spectrumOf` gives it. */
export function sequenceOf(spectrum: Float64Array): Float64Array {
  const length = spectrum.length - 2;
  const whole = new Float64Array(2 * length);
  whole.set(spectrum);
  const transform = transformOf(length);
  transform.completeSpectrum(whole);
  const out = new Float64Array(2 * length);
  transform.inverseTransform(out, whole);
  const sequence = new Float64Array(length);
  for (let i = 0; i < length; i++) sequence[i] = out[2 * i]!;
  return sequence;
}

/**
 * Relative l2 error of one transform: 24 u per level of two, u = 2^-53.
 *
 * Higham, "Accuracy and Stability of Numerical Algorithms", 2nd ed., Theorem 24.2: log2(N) (mu + gamma_4 (sqrt 2 + mu)); here
 * mu <= 14 u, because each twiddle factor is a cosine and a sine of an angle in [0, 2 pi) that carries two roundings.
 */
export function fourierError(length: number): number {
  return 12 * Number.EPSILON * Math.log2(length);
}

function transformOf(length: number): Transform {
  const known = kept.get(length);
  if (known) return known;
  const transform = new Transform(length);
  if (length <= LARGEST_KEPT) kept.set(length, transform);
  return transform;
}
