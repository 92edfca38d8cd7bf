import { expect, it } from "vitest";
import { fourierError, sequenceOf, spectrumOf } from "./fourier-transform.js";

function sequence(length: number): Float64Array {
  return Float64Array.from({ length }, (_, n) => Math.sin(3 * n * n + 1) / (1 + n));
}

function norm(values: Float64Array): number {
  return Math.hypot(...values);
}

it.each([4, 8, 16, 64])("is the sum that defines it, at length %d", (length) => {
  const x = sequence(length);
  const spectrum = spectrumOf(x);
  expect(spectrum.length).toBe(length + 2);
  for (let k = 0; 2 * k <= length; k++) {
    const sum = (part: (angle: number) => number): number =>
      x.reduce((total, value, n) => total + value * part((2 * Math.PI * k * n) / length), 0);
    expect(spectrum[2 * k]).toBeCloseTo(sum(Math.cos), 13);
    expect(spectrum[2 * k + 1]).toBeCloseTo(-sum(Math.sin), 13);
  }
});

it.each([4, 8, 1024, 2 ** 16])("inverts within its error bound, at length %d", (length) => {
  const x = sequence(length);
  const back = sequenceOf(spectrumOf(x));
  expect(norm(back.map((value, n) => value - x[n]!))).toBeLessThan(2 * fourierError(length) * norm(x));
});
