import { describe, expect, it } from "vitest";
import { seededSource } from "../random/seeded-source.js";
import { compileKernels } from "./compile-kernels.js";
import { Workspace } from "./workspace.js";

const workspace = new Workspace(await compileKernels());
const { kernels } = workspace;

/** Uniform values in [-1, 1), or the given ones, in the kernels' memory. */
function place(values: number | ArrayLike<number>): { address: number; values: Float32Array } {
  const data = typeof values === "number" ? uniforms(values) : Float32Array.from(values);
  const address = workspace.allocateFloats(Math.ceil(data.length / 16) * 16);
  workspace.floats(address, data.length).set(data);
  return { address, values: data };
}

function uniforms(count: number): Float32Array {
  const words = new Uint32Array(count);
  seededSource(count).fill(words);
  return Float32Array.from(words, (word) => word / 2 ** 31 - 1);
}

describe("tanh", () => {
  it("is within 4e-7 of the truth, relatively, on every binade", () => {
    let worst = 0;
    for (let exponent = -60; exponent <= 40; exponent++) {
      const inputs = Float32Array.from(
        { length: 1024 },
        (_, i) => (i % 2 ? 1 : -1) * (1 + i / 1024) * 2 ** exponent,
      );
      const { address } = place(inputs);
      kernels.tanh(address, inputs.length);
      const outputs = workspace.floats(address, inputs.length);
      inputs.forEach((x, i) => {
        worst = Math.max(worst, Math.abs(outputs[i]! / Math.tanh(x) - 1));
      });
    }
    expect(worst).toBeLessThan(4e-7);
    expect(worst).toBeGreaterThan(1e-8);
  });
});

describe("activations", () => {
  it("keep NaN, so that nothing hides it", () => {
    const { address } = place([NaN, -1, 2, 0]);
    kernels.relu(address, 4);
    expect([...workspace.floats(address, 4)]).toEqual([NaN, 0, 2, 0]);
    const other = place([NaN, 0, Infinity, -Infinity]).address;
    kernels.tanh(other, 4);
    expect([...workspace.floats(other, 4)].map((y) => Math.round(y * 1e6) / 1e6)).toEqual([NaN, 0, 1, -1]);
  });
});

describe("multiply", () => {
  it.each([
    [4, 8, 1],
    [8, 16, 5],
    [12, 24, 33],
  ])("takes A and its transpose, %i x %i over %i", (rows, columns, depth) => {
    const a = place(rows * depth);
    const b = place(depth * columns);
    const c = place(rows * columns);
    const bias = place(columns);
    const dot = (row: number, column: number, at: (row: number, k: number) => number): number =>
      Array.from({ length: depth }, (_, k) => a.values[at(row, k)]! * b.values[k * columns + column]!).reduce(
        (x, y) => x + y,
      );
    const expectAll = (expected: (row: number, column: number) => number) => {
      const actual = workspace.floats(c.address, rows * columns);
      for (const [i, value] of actual.entries()) {
        expect(value).toBeCloseTo(expected(Math.floor(i / columns), i % columns), 5);
      }
    };
    const straight = (row: number, k: number) => row * depth + k;
    const flipped = (row: number, k: number) => k * rows + row;
    kernels.multiply(
      rows,
      columns,
      depth,
      a.address,
      depth,
      1,
      b.address,
      columns,
      c.address,
      columns,
      bias.address,
      false,
    );
    expectAll((row, column) => bias.values[column]! + dot(row, column, straight));
    kernels.multiply(
      rows,
      columns,
      depth,
      a.address,
      1,
      rows,
      b.address,
      columns,
      c.address,
      columns,
      0,
      false,
    );
    expectAll((row, column) => dot(row, column, flipped));
    kernels.multiply(
      rows,
      columns,
      depth,
      a.address,
      1,
      rows,
      b.address,
      columns,
      c.address,
      columns,
      0,
      true,
    );
    expectAll((row, column) => 2 * dot(row, column, flipped));
  });
});

describe("norms", () => {
  it.each([16, 64, 1040, 8192])("sum squares of %i values within 2^-21.9", (count) => {
    const { address, values } = place(count);
    const exact = values.reduce((total, value) => total + value * value, 0);
    expect(Math.abs(kernels.sumOfSquares(address, count) / exact - 1)).toBeLessThan(2 ** -21.9);
  });

  it("find the largest magnitude wherever it is, and NaN", () => {
    for (let i = 0; i < 12; i++) {
      const values = uniforms(12);
      values[i] = -3;
      expect(kernels.largestMagnitude(place(values).address, 12)).toBe(3);
      values[i] = NaN;
      expect(kernels.largestMagnitude(place(values).address, 12)).toBeNaN();
    }
  });
});

describe("softmax cross-entropy", () => {
  it("keeps the gradient's digits when the label is almost certain", () => {
    const logits = place([30, 0, 1, -2]);
    const gradient = place(4);
    const loss = kernels.softmaxCrossEntropy(logits.address, 4, 0, gradient.address);
    const others = [Math.exp(-30), Math.exp(-29), Math.exp(-32)];
    const total = others.reduce((x, y) => x + y);
    expect(loss / Math.log1p(total)).toBeCloseTo(1, 12);
    const slopes = [-total, ...others].map((value) => value / (1 + total));
    for (const [i, slope] of workspace.floats(gradient.address, 4).entries()) {
      expect(slope / slopes[i]!).toBeCloseTo(1, 6);
    }
  });
});

describe("inner products", () => {
  it.each([16, 64, 1040, 8192])("of %i values are within 2^-21.9 of the sum of magnitudes", (count) => {
    const left = place(count);
    const right = place(uniforms(count + 16).subarray(16));
    const terms = Array.from(left.values, (value, i) => value * right.values[i]!);
    const exact = terms.reduce((total, term) => total + term, 0);
    const magnitude = terms.reduce((total, term) => total + Math.abs(term), 0);
    const actual = kernels.dot(left.address, right.address, count);
    expect(Math.abs(actual - exact)).toBeLessThan(2 ** -21.9 * magnitude);
  });

  it("of a matrix with an outer product", () => {
    const [rows, columns] = [33, 24];
    const left = place(uniforms(64).subarray(0, rows));
    const right = place(columns);
    const matrix = place(rows * columns);
    let exact = 0;
    matrix.values.forEach((value, i) => {
      exact += value * left.values[Math.floor(i / columns)]! * right.values[i % columns]!;
    });
    const actual = kernels.outerDot(left.address, rows, right.address, columns, matrix.address);
    expect(actual).toBeCloseTo(exact, 4);
  });
});

describe("rows", () => {
  const ROWS = 5;
  const STRIDE = 64;
  const rows = place(ROWS * STRIDE);
  const entry = (row: number, i: number) => rows.values[row * STRIDE + i]!;
  const overRows = (sum: (row: number, i: number) => number, i: number) =>
    Array.from({ length: ROWS }, (_, row) => sum(row, i)).reduce((total, term) => total + term, 0);

  it.each([16, 24, 36, 48])("of %i floats are added with a factor each", (length) => {
    const target = place(uniforms(64).subarray(0, length));
    const factors = place(uniforms(80).subarray(72, 72 + ROWS));
    kernels.addScaledRows(target.address, rows.address, ROWS, STRIDE, length, factors.address);
    for (const [i, actual] of workspace.floats(target.address, length).entries()) {
      const added = overRows((row, i) => factors.values[row]! * entry(row, i), i);
      expect(actual).toBeCloseTo(target.values[i]! + added, 5);
    }
  });

  it.each([16, 48])("of %i floats are added", (length) => {
    const target = place(length);
    kernels.addRows(target.address, rows.address, ROWS, STRIDE, length);
    for (const [i, actual] of workspace.floats(target.address, length).entries()) {
      expect(actual).toBeCloseTo(overRows(entry, i), 5);
    }
  });
});

describe("places", () => {
  const PLACES = [0, 5, 31, 7];
  const indices = workspace.allocateWords(PLACES);

  it("are read one after the other", () => {
    const source = place(32);
    const target = workspace.allocateFloats(4);
    kernels.gather(target, source.address, indices, 4);
    expect(Array.from(workspace.floats(target, 4))).toEqual(PLACES.map((i) => source.values[i]));
  });

  it("are cleared, with the sum of the squares that stood there", () => {
    const source = place(32);
    const squares = PLACES.reduce((total, i) => total + source.values[i]! ** 2, 0);
    expect(kernels.clearAt(source.address, indices, 4)).toBeCloseTo(squares, 12);
    const left = workspace.floats(source.address, 32);
    expect(Array.from(left)).toEqual(
      Array.from(source.values, (value, i) => (PLACES.includes(i) ? 0 : value)),
    );
  });
});

describe("addOuterBlocks", () => {
  it.each([4, 8, 12, 20])("adds up to the bits of the plain loops, %i columns", (columns) => {
    const [blocks, count] = [3, 7];
    const factorStride = blocks + columns;
    for (let rows = 1; rows <= 12; rows++) {
      const length = Math.ceil(rows / 4) * 4;
      const start = uniforms(blocks * length * columns);
      const sum = place(start);
      const left = place(count * blocks * length);
      const right = place(count * columns);
      const factors = place(count * factorStride);
      kernels.addOuterBlocks(
        ...([sum.address, blocks, length, rows, columns, count, left.address, blocks * length] as const),
        ...([right.address, columns, factors.address, factorStride] as const),
      );
      const expected = start.map((before, place) => {
        const [row, column] = [Math.floor(place / columns), place % columns];
        const block = Math.floor(row / length);
        if (row % length >= rows) return before;
        let total = before;
        for (let i = 0; i < count; i++) {
          const slope =
            right.values[i * columns + column]! * factors.values[i * factorStride + block + column]!;
          const x = left.values[i * blocks * length + row]!;
          total = Math.fround(total + Math.fround(Math.fround(slope) * x));
        }
        return total;
      });
      expect(workspace.floats(sum.address, expected.length)).toEqual(expected);
    }
  });
});
