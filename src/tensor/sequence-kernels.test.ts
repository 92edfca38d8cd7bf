import erfc from "@stdlib/math-base-special-erfc";
import { describe, expect, it } from "vitest";
import { seededSource } from "../random/seeded-source.js";
import { compileKernels } from "./compile-kernels.js";
import { Workspace } from "./workspace.js";

const workspace = new Workspace(await compileKernels());
const { kernels } = workspace;

/** Stands behind every buffer: no kernel may change it. */
const GUARD = 12_345;

function uniforms(count: number, seed: string): Float32Array {
  const words = new Uint32Array(count);
  seededSource(seed).fill(words);
  return Float32Array.from(words, (word) => word / 2 ** 31 - 1);
}

function place(values: ArrayLike<number>): number {
  const address = workspace.allocateFloats(values.length + 16);
  workspace.floats(address, values.length + 16).fill(GUARD);
  workspace.floats(address, values.length).set(values);
  return address;
}

function read(address: number, count: number): number[] {
  return Array.from(workspace.floats(address, count));
}

function expectGuard(address: number, count: number): void {
  expect(read(address + 4 * count, 16)).toEqual(new Array(16).fill(GUARD));
}

/** NaN counts as far away. */
function expectClose(actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number): void {
  for (let i = 0; i < expected.length; i++) {
    const error = Math.abs(actual[i]! - expected[i]!);
    if (!(error <= tolerance))
      expect.fail(`entry ${i} is ${actual[i]}, not ${expected[i]} within ${tolerance}`);
  }
}

function sum(values: ArrayLike<number>): number {
  return Array.from(values).reduce((total, value) => total + value, 0);
}

describe.each([
  {
    name: "gelu",
    tolerance: 6e-7,
    run: kernels.gelu,
    value: (x: number) => x * normal(x),
    slope: (x: number) => normal(x) + (x * Math.exp(-x * x * 0.5)) / Math.sqrt(2 * Math.PI),
  },
  {
    name: "geluTanh",
    tolerance: 8e-7,
    run: kernels.geluTanh,
    value: (x: number) => 0.5 * x * (1 + Math.tanh(inner(x))),
    slope(x: number) {
      const t = Math.tanh(inner(x));
      const rate = Math.sqrt(2 / Math.PI) * (1 + 3 * 0.044715 * x * x);
      return 0.5 * (1 + t) + 0.5 * x * (1 - t) * (1 + t) * rate;
    },
  },
])("$name", ({ run, value, slope, tolerance }) => {
  it(`and its derivative are within ${tolerance} (1 + |x|) on every binade`, () => {
    let worst = 0;
    for (let exponent = -60; exponent <= 19; exponent++) {
      const inputs = Float32Array.from(
        { length: 1024 },
        (_, i) => (i % 2 ? 1 : -1) * (1 + i / 1024) * 2 ** exponent,
      );
      const values = place(inputs);
      const slopes = place(inputs);
      run(values, slopes, inputs.length);
      const outputs = read(values, inputs.length);
      const derivatives = read(slopes, inputs.length);
      inputs.forEach((x, i) => {
        const error = Math.abs(outputs[i]! - value(x));
        const slopeError = Math.abs(derivatives[i]! - slope(x));
        worst = Math.max(worst, Math.max(error, slopeError) / (1 + Math.abs(x)));
        if (exponent < -20) expectClose([outputs[i]! / value(x)], [1], 1e-6);
      });
      expectGuard(values, inputs.length);
    }
    expect(worst).toBeLessThan(tolerance);
    expect(worst).toBeGreaterThan(1e-8);
  });

  it("keeps NaN, and infinity where it is the value", () => {
    const values = place([NaN, Infinity, 0, -1000]);
    run(values, place(new Array(4).fill(0)), 4);
    expect(read(values, 4).map((y) => y + 0)).toEqual([NaN, Infinity, 0, 0]);
  });
});

function normal(x: number): number {
  return 0.5 * erfc(-x / Math.SQRT2);
}

function inner(x: number): number {
  return Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3);
}

describe("layerNorm", () => {
  const EPSILON = 1e-5;

  function normalized(x: ArrayLike<number>): { z: number[]; factor: number } {
    const mean = sum(x) / x.length;
    const variance = sum(Array.from(x, (value) => (value - mean) ** 2)) / x.length;
    const factor = 1 / Math.sqrt(variance + EPSILON);
    return { z: Array.from(x, (value) => (value - mean) * factor), factor };
  }

  it.each([1, 7, 64, 65])("and its gradients of rows of %i agree with f64 loops", (columns) => {
    const rows = 5;
    const stride = columns + 3;
    const x = uniforms(rows * stride, "x").map((value, i) => 2 * value + 0.3 * Math.floor(i / stride));
    const dy = uniforms(rows * stride, "dy");
    const gain = uniforms(columns, "gain");
    const bias = uniforms(columns, "bias");
    const former = uniforms(columns, "former");
    const addresses = { x: place(x), dy: place(dy), gain: place(gain), bias: place(bias) };
    const y = place(new Float32Array(rows * stride));
    const dx = place(new Float32Array(rows * stride));
    const statistics = place(new Float32Array(2 * rows));
    const [gainGradient, biasGradient] = [place(former), place(former)];
    // biome-ignore format: one kernel call each
    kernels.layerNorm(rows, columns, addresses.x, stride, addresses.gain, addresses.bias, EPSILON, y, stride, statistics);
    // biome-ignore format: one kernel call each
    kernels.layerNormGradient(rows, columns, addresses.x, stride, statistics, addresses.gain, addresses.dy, stride,
      dx, stride, gainGradient, biasGradient);
    const expectedGain = Float64Array.from(former);
    const expectedBias = Float64Array.from(former);
    for (let row = 0; row < rows; row++) {
      const { z, factor } = normalized(x.subarray(row * stride, row * stride + columns));
      const slope = dy.subarray(row * stride, row * stride + columns);
      const g = Array.from(slope, (value, j) => value * gain[j]!);
      const gMean = sum(g) / columns;
      const gzMean = sum(g.map((value, j) => value * z[j]!)) / columns;
      for (let j = 0; j < columns; j++) {
        expectedGain[j]! += slope[j]! * z[j]!;
        expectedBias[j]! += slope[j]!;
      }
      const at = 4 * row * stride;
      expectClose(
        read(y + at, columns),
        z.map((value, j) => value * gain[j]! + bias[j]!),
        2e-6,
      );
      const gradient = g.map((value, j) => factor * (value - gMean - z[j]! * gzMean));
      expectClose(read(dx + at, columns), gradient, 1e-6 * factor);
      expect(read(y + at + 4 * columns, 3).slice(0, row === rows - 1 ? 3 : 3)).toEqual([0, 0, 0]);
    }
    expectClose(read(gainGradient, columns), expectedGain, 3e-6);
    expectClose(read(biasGradient, columns), expectedBias, 3e-6);
    expectGuard(gainGradient, columns);
    expectGuard(dx, rows * stride);
  });

  it("makes a row NaN that holds what is not finite, and no other", () => {
    const x = place([1, 2, 3, 4, 5, Infinity, 6, 7, 9, 1, 2, NaN]);
    const ones = place([1, 1, 1, 1]);
    const y = place(new Float32Array(12));
    kernels.layerNorm(3, 4, x, 4, ones, ones, EPSILON, y, 4, place([0, 0, 0, 0, 0, 0]));
    const output = read(y, 12);
    expect(output.slice(0, 4).every(Number.isFinite)).toBe(true);
    expect(output.slice(4).filter(Number.isNaN).length).toBe(8);
  });
});

describe("attentionSoftmax", () => {
  it.each([
    [1, 1, 1],
    [7, 7, 5],
    [64, 64, 64],
    [65, 65, 17],
    [3, 9, 9],
  ])("and its gradient on %i rows of %i keys, %i in use, agree with f64 loops", (rows, columns, length) => {
    const stride = columns + 2;
    const factor = 0.7;
    const scores = uniforms(rows * stride, "scores").map((value) => 30 * value);
    const slopes = uniforms(rows * stride, "slopes");
    for (const causal of [false, true]) {
      const softmax = place(scores);
      const gradient = place(slopes);
      kernels.attentionSoftmax(rows, columns, length, causal, factor, softmax, stride);
      kernels.attentionSoftmaxGradient(rows, columns, factor, softmax, gradient, stride);
      for (let i = 0; i < rows; i++) {
        const keys = causal ? Math.min(i + 1, length) : length;
        const row = Array.from(scores.subarray(i * stride, i * stride + keys));
        const top = Math.max(...row);
        const powers = row.map((score) => Math.exp(factor * (score - top)));
        const total = sum(powers);
        const p = Array.from({ length: columns }, (_, j) => (powers[j] ?? 0) / total);
        const dp = slopes.subarray(i * stride, i * stride + columns);
        const shift = sum(p.map((share, j) => share * dp[j]!));
        expectClose(read(softmax + 4 * i * stride, columns), p, 2e-6);
        expectClose(
          read(gradient + 4 * i * stride, columns),
          p.map((share, j) => factor * share * (dp[j]! - shift)),
          2e-6,
        );
      }
      expect(read(softmax + 4 * columns, 2)).toEqual(Array.from(scores.subarray(columns, columns + 2)));
      expectGuard(softmax, rows * stride);
      expectGuard(gradient, rows * stride);
    }
  });

  it("has relative errors below 2e-6 far down, and 0 below exp(-87)", () => {
    const scores = Array.from({ length: 4096 }, (_, i) => -i / 46);
    const address = place(scores);
    kernels.attentionSoftmax(1, 4096, 4096, false, 1, address, 4096);
    const total = sum(scores.map((score) => Math.exp(Math.fround(score))));
    read(address, 4096).forEach((share, i) => {
      const score = Math.fround(scores[i]!);
      if (score < -87) expect(share).toBe(0);
      else if (score > -82) expect(share / (Math.exp(score) / total)).toBeCloseTo(1, 5);
    });
  });

  it("of a row with NaN is NaN, and padded keys do not count, whatever they hold", () => {
    const scores = place([1, NaN, 2, 0, 1, 2, NaN, Infinity]);
    kernels.attentionSoftmax(1, 4, 4, false, 1, scores, 4);
    kernels.attentionSoftmax(1, 4, 2, false, 1, scores + 16, 4);
    const shares = read(scores, 8);
    expect(shares.slice(0, 4).every(Number.isNaN)).toBe(true);
    expectClose(shares.slice(4), [1 / (1 + Math.E), Math.E / (1 + Math.E), 0, 0], 1e-7);
  });
});

describe("vocabularyCrossEntropy", () => {
  it.each([2, 7, 64, 65, 50_257])(
    "of %i logits agrees with f64 loops, in place too",
    { tags: ["slow"] },
    (classes) => {
      const logits = uniforms(classes, "logits").map((value) => 8 * value);
      for (const label of [0, classes - 1, logits.indexOf(Math.max(...logits))]) {
        const top = Math.max(...logits);
        const powers = Array.from(logits, (logit) => Math.exp(logit - top));
        const total = sum(powers);
        const expected = powers.map((power, i) => (i === label ? -(total - power) / total : power / total));
        for (const inPlace of [false, true]) {
          const address = place(logits);
          const gradient = inPlace ? address : place(new Float32Array(classes));
          const loss = kernels.vocabularyCrossEntropy(address, classes, label, gradient);
          expect(loss).toBeCloseTo(Math.log(total) + top - logits[label]!, 5);
          const actual = read(gradient, classes);
          expectClose(actual, expected, 2e-7);
          expect(Math.abs(sum(actual))).toBeLessThan(1e-6);
          expectGuard(gradient, classes);
        }
      }
    },
  );

  it("keeps the gradient's digits when the label is almost certain", () => {
    const gradient = place([0, 0, 0, 0]);
    const loss = kernels.vocabularyCrossEntropy(place([30, 0, 1, -2]), 4, 0, gradient);
    const others = [-30, -29, -32].map((exponent) => Math.exp(exponent));
    expect(loss / Math.log1p(sum(others))).toBeCloseTo(1, 6);
    const slopes = [-sum(others), ...others];
    read(gradient, 4).forEach((slope, i) => {
      expect(slope / slopes[i]!).toBeCloseTo(1, 6);
    });
  });

  it("is NaN where a logit is", () => {
    const gradient = place([0, 0, 0]);
    expect(kernels.vocabularyCrossEntropy(place([1, NaN, 2]), 3, 2, gradient)).toBeNaN();
    expect(read(gradient, 3).every(Number.isNaN)).toBe(true);
  });
});

describe("rows of a sequence", () => {
  it.each([1, 7, 64, 65])("of %i floats are added and multiplied", (count) => {
    const [left, right] = [uniforms(count, "left"), uniforms(count, "right")];
    const [added, multiplied] = [place(left), place(left)];
    kernels.addTo(added, place(right), count);
    kernels.multiplyBy(multiplied, place(right), count);
    expectClose(
      read(added, count),
      left.map((value, i) => value + right[i]!),
      0,
    );
    expectClose(
      read(multiplied, count),
      left.map((value, i) => value * right[i]!),
      0,
    );
    for (const address of [added, multiplied]) expectGuard(address, count);
  });

  it.each([
    [3, 7],
    [4, 64],
    [6, 65],
    [9, 3],
    [64, 30],
  ])("%i of %i floats are added up, one after the other", (rows, count) => {
    const [start, row] = [uniforms(count, "start"), count + 5];
    const values = uniforms(rows * row, "rows");
    const sums = place(start);
    kernels.addColumnSums(sums, place(values), rows, row, count);
    const expected = start.map((value, i) => {
      let total = value;
      for (let r = 0; r < rows; r++) total = Math.fround(total + values[r * row + i]!);
      return total;
    });
    expect(read(sums, count)).toEqual(Array.from(expected));
    expectGuard(sums, count);
  });

  it("are read from a table and added to it, repeated indices included", () => {
    const [columns, stride] = [7, 9];
    const table = uniforms(5 * stride, "table");
    const address = place(table);
    const indices = [3, 0, 3, 4];
    const indexAddress = workspace.allocateWords(indices);
    const target = place(new Float32Array(4 * columns));
    kernels.gatherRows(target, columns, address, stride, indexAddress, 4, columns);
    const rows = indices.map((index) => Array.from(table.subarray(index * stride, index * stride + columns)));
    expect(read(target, 4 * columns)).toEqual(rows.flat());
    kernels.scatterAddRows(address, stride, indexAddress, target, columns, 4, columns);
    const expected = table.map((value, i) => {
      const uses = indices.filter((index) => index === Math.floor(i / stride)).length;
      return i % stride < columns ? value * (1 + uses) : value;
    });
    expectClose(read(address, 5 * stride), expected, 3e-7);
  });
});
