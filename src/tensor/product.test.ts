import { describe, expect, it } from "vitest";
import { seededSource } from "../random/seeded-source.js";
import { compileKernels } from "./compile-kernels.js";
import { Workspace } from "./workspace.js";

const workspace = new Workspace(await compileKernels());
const { kernels } = workspace;
const scratch = workspace.allocateFloats(kernels.productScratch());
const gramScratch = workspace.allocateFloats(kernels.gramScratch());

/** Stands behind every buffer: no kernel may change it. */
const GUARD = 12_345;

function uniforms(count: number, seed: string): Float32Array {
  const words = new Uint32Array(count);
  seededSource(seed).fill(words);
  return Float32Array.from(words, (word) => word / 2 ** 31 - 1);
}

function place(values: Float32Array): number {
  const address = workspace.allocateFloats(values.length + 16);
  workspace.floats(address, values.length + 16).fill(GUARD);
  workspace.floats(address, values.length).set(values);
  return address;
}

interface Matrix {
  readonly values: Float32Array;
  readonly address: number;
  /** Floats from one row to the next and from one column to the next. */
  readonly row: number;
  readonly column: number;
}

type Layout = "rows" | "columns" | "apart";

/**
 * A matrix with 3 floats to spare between its lines, which hold NaN; "apart": no two elements side by side.
 */
function matrix(rows: number, columns: number, layout: Layout, seed: string): Matrix {
  const step = layout === "apart" ? 2 : 1;
  const row = layout === "columns" ? 1 : step * columns + 3;
  const column = layout === "columns" ? rows + 3 : step;
  const values = new Float32Array((rows - 1) * row + (columns - 1) * column + 1).fill(NaN);
  const entries = uniforms(rows * columns, seed);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) values[i * row + j * column] = entries[i * columns + j]!;
  }
  return { values, address: place(values), row, column };
}

function at({ values, row, column }: Matrix, i: number, j: number): number {
  return values[i * row + j * column]!;
}

type Start = "zero" | "bias" | "former";

/** The largest error of any element, in 2^-24 times the sum of the magnitudes of its start and terms. */
function largestError(a: Matrix, b: Matrix, [rows, columns, depth]: Size, start: Start): number {
  const bias = uniforms(columns, "bias");
  const c = matrix(rows, columns, "rows", "c");
  const biasAddress = start === "bias" ? place(bias) : 0;
  // biome-ignore format: one kernel call
  kernels.product(rows, columns, depth, a.address, a.row, a.column, b.address, b.row, b.column,
    c.address, c.row, biasAddress, start === "former", scratch);
  const after = workspace.floats(c.address, c.values.length + 16);
  let worst = 0;
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      let sum = { zero: 0, bias: bias[j]!, former: at(c, i, j) }[start];
      let magnitude = Math.abs(sum);
      for (let k = 0; k < depth; k++) {
        const term = at(a, i, k) * at(b, k, j);
        sum += term;
        magnitude += Math.abs(term);
      }
      worst = Math.max(worst, Math.abs(after[i * c.row + j]! - sum) / (magnitude * 2 ** -24));
      after[i * c.row + j] = at(c, i, j);
    }
  }
  expect(after.subarray(0, c.values.length)).toEqual(c.values);
  expect(after.subarray(c.values.length).every((value) => value === GUARD)).toBe(true);
  return worst;
}

type Size = readonly [rows: number, columns: number, depth: number];

const SIZES: readonly Size[] = [
  [1, 1, 1],
  [6, 8, 2],
  [7, 7, 7],
  [4, 8, 3],
  [1, 65, 64],
  [65, 1, 65],
  [10, 24, 5],
  [16, 20, 9],
  [23, 40, 17],
  [64, 64, 32],
  [65, 63, 257],
  [5, 300, 600],
];

describe("product", () => {
  it.each(SIZES)(
    "is within depth + 1 roundings of f64 loops, %i x %i over %i",
    { tags: ["slow"] },
    (...size) => {
      const [rows, columns, depth] = size;
      for (const left of ["rows", "columns", "apart"] as const) {
        for (const right of ["rows", "columns", "apart"] as const) {
          const a = matrix(rows, depth, left, "a");
          const b = matrix(depth, columns, right, "b");
          for (const start of ["zero", "bias", "former"] as const) {
            expect(largestError(a, b, size, start), `${left} by ${right} from ${start}`).toBeLessThan(
              depth + 1,
            );
          }
        }
      }
    },
  );

  it.each([
    [7, 37, 300],
    [14, 37, 40],
    [16, 29, 9],
  ])(
    "has the same bits wherever a row or a column stands, so that an example's do not depend on its neighbours, %i x %i over %i",
    (rows, columns, depth) => {
      const size = { rows, columns, depth };
      const a = matrix(size.rows, size.depth, "rows", "a");
      const b = matrix(size.depth, size.columns, "rows", "b");
      const bias = place(uniforms(size.columns, "bias"));
      const whole = workspace.allocateFloats(size.rows * size.columns);
      // biome-ignore format: one kernel call
      kernels.product(size.rows, size.columns, size.depth, a.address, a.row, 1, b.address, b.row, 1, whole, size.columns, bias, false, scratch);
      const expected = Array.from(workspace.floats(whole, size.rows * size.columns));
      const single = workspace.allocateFloats(1);
      for (let row = 0; row < size.rows; row++) {
        for (let column = 0; column < size.columns; column++) {
          // biome-ignore format: one kernel call
          kernels.product(1, 1, size.depth, a.address + 4 * row * a.row, a.row, 1, b.address + 4 * column, b.row, 1,
          single, 1, bias + 4 * column, false, scratch);
          expect(workspace.floats(single, 1)[0]).toBe(expected[row * size.columns + column]);
        }
      }
    },
  );

  it("passes on what is not finite, to the rows and columns that it concerns", () => {
    const a = matrix(7, 5, "rows", "a");
    const b = matrix(5, 9, "rows", "b");
    workspace.floats(a.address, 40)[2 * a.row + 4] = Infinity;
    workspace.floats(b.address, 60)[3 * b.row + 8] = NaN;
    const c = workspace.allocateFloats(63);
    // biome-ignore format: one kernel call
    kernels.product(7, 9, 5, a.address, a.row, 1, b.address, b.row, 1, c, 9, 0, false, scratch);
    const finite = Array.from(workspace.floats(c, 63), Number.isFinite);
    expect(finite).toEqual(Array.from({ length: 63 }, (_, i) => Math.floor(i / 9) !== 2 && i % 9 !== 8));
  });
});

describe("gramProduct", () => {
  it.each([
    [1, 1, 1],
    [7, 5, 3],
    [32, 16, 8],
    [33, 9, 130],
    [64, 128, 300],
    [65, 7, 65],
    [100, 33, 1],
  ])("is the squared norm of the sum of outer products, %i of %i x %i", (positions, rows, columns) => {
    const left = matrix(positions, rows, "rows", "left");
    const right = matrix(positions, columns, "rows", "right");
    let exact = 0;
    for (let i = 0; i < rows; i++) {
      for (let j = 0; j < columns; j++) {
        let entry = 0;
        for (let s = 0; s < positions; s++) entry += at(left, s, i) * at(right, s, j);
        exact += entry * entry;
      }
    }
    // biome-ignore format: one kernel call
    const actual = kernels.gramProduct(positions, left.address, left.row, rows, right.address, right.row, columns, gramScratch);
    expect(Math.abs(actual / exact - 1)).toBeLessThan(1e-12);
  });

  it("keeps its digits where the outer products all but cancel", () => {
    const left = Float32Array.of(1, 2, 3, 1, 2, 3);
    const right = Float32Array.of(5, 7, -5, -7 + 2 ** -20);
    const actual = kernels.gramProduct(2, place(left), 3, 3, place(right), 2, 2, gramScratch);
    expect(actual / (14 * 2 ** -40)).toBeCloseTo(1, 4);
  });

  it("is NaN when a vector is not finite", () => {
    const left = place(Float32Array.of(1, NaN));
    const right = place(Float32Array.of(1, 1));
    expect(kernels.gramProduct(2, left, 1, 1, right, 1, 1, gramScratch)).toBeNaN();
  });
});
