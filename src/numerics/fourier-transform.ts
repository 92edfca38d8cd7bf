import Transform from "fft.js";

interface Tables {
  /** The complex transform of half the length. */
  readonly half: Transform;
  /** (cos, sin) of -2 pi k / length for 0 <= k <= length / 4. */
  readonly turns: Float64Array;
}

/** Tables for transforms up to this length are kept between calls (about 20 bytes per point). */
const MAX_KEPT_LENGTH = 1 << 19;
const kept = new Map<number, Tables>();

/**
 * The discrete Fourier transform of real sequences, of a power of two in length, at least 4.
 *
 * Rounding, for either way: the error's l2 norm is at most `fourierError(length)` times the l2 norm of the
 * exact result. The spectrum is interleaved (re, im) and holds frequencies 0..length / 2 only; the rest is
 * its mirror image.
 *
 * @param out two places longer than the sequence, and overwritten
 */
export function spectrumOf(
  sequence: Float64Array,
  out: Float64Array = new Float64Array(sequence.length + 2),
): Float64Array {
  const { half, turns } = tablesFor(sequence.length);
  half.transform(out, sequence); // even places as real parts, odd ones as imaginary parts
  separate(out, turns);
  return out;
}

/**
 * From Z = E + i O, the transforms of the even and the odd places, to the spectrum E + e^(-2 pi i k / length)
 * O, in place.
 */
function separate(spectrum: Float64Array, turns: Float64Array): void {
  const last = spectrum.length - 2;
  const even = spectrum[0]!;
  const odd = spectrum[1]!;
  spectrum[0] = even + odd;
  spectrum[1] = 0;
  spectrum[last] = even - odd;
  for (let i = 2; 2 * i <= last; i += 2) {
    const j = last - i;
    const evenRe = (spectrum[i]! + spectrum[j]!) / 2;
    const evenIm = (spectrum[i + 1]! - spectrum[j + 1]!) / 2;
    const oddRe = (spectrum[i + 1]! + spectrum[j + 1]!) / 2;
    const oddIm = (spectrum[j]! - spectrum[i]!) / 2;
    const turnedRe = oddRe * turns[i]! - oddIm * turns[i + 1]!;
    const turnedIm = oddRe * turns[i + 1]! + oddIm * turns[i]!;
    spectrum[j] = evenRe - turnedRe;
    spectrum[j + 1] = turnedIm - evenIm;
    spectrum[i] = evenRe + turnedRe;
    spectrum[i + 1] = evenIm + turnedIm;
  }
}

/**
 * The real sequence of a spectrum as `spectrumOf` gives it, by Hartley's transform: with r_k = Re X_k - Im
 * X_k over all frequencies, x_n = (1 / N) sum_k r_k (cos + sin)(2 pi k n / N), and that is Re - Im of r's own
 * spectrum. r has the norm of X.
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
 * Higham, "Accuracy and Stability of Numerical Algorithms", 2nd ed., Theorem 24.2: log2(N) (mu + gamma_4
 * (sqrt 2 + mu)); here mu <= 14 u, because each twiddle factor is a cosine and a sine of an angle in [0, 2
 * pi) that carries two roundings. Separating even and odd places is one such level and one more addition, for
 * which the 4 u to spare at every level are enough.
 */
export function fourierError(length: number): number {
  return 12 * Number.EPSILON * Math.log2(length);
}

function tablesFor(length: number): Tables {
  const known = kept.get(length);
  if (known) return known;
  const tables = { half: new Transform(length / 2), turns: turnsOf(length) };
  if (length <= MAX_KEPT_LENGTH) kept.set(length, tables);
  return tables;
}

function turnsOf(length: number): Float64Array {
  const turns = new Float64Array(length / 2 + 2);
  for (let i = 0; i < turns.length; i += 2) {
    const angle = (Math.PI * i) / length;
    turns[i] = Math.cos(angle);
    turns[i + 1] = -Math.sin(angle);
  }
  return turns;
}
