import Transform from "fft.js";

/** Transforms up to this length keep their tables between calls (about 40 bytes per point). */
const LARGEST_KEPT = 1 << 19;
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

/**
 * The real sequence of a spectrum as `spectrumOf` gives it, by Hartley's transform: with r_k = Re X_k - Im X_k over all frequencies,
 * x_n = (1 / N) sum_k r_k (cos + sin)(2 pi k n / N), and that is Re - Im of r's own spectrum. r has the norm of X.
 */
export function sequenceOf(spectrum: Float64Array): Float64Array {
  const sequence = new Float64Array(spectrum.length - 2);
  putDifferences(sequence, spectrum, 1);
  putDifferences(sequence, spectrumOf(sequence), 1 / sequence.length);
  return sequence;
}

/** Re - Im at every frequency, of half a spectrum: that of the mirrored half is Re + Im. */
function putDifferences(out: Float64Array, spectrum: Float64Array, scale: number): void {
  const length = out.length;
  out[0] = spectrum[0]! * scale;
  for (let k = 1; 2 * k <= length; k++) {
    const re = spectrum[2 * k]!;
    const im = spectrum[2 * k + 1]!;
    out[length - k] = (re + im) * scale;
    out[k] = (re - im) * scale;
  }
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
