import { describe, expect, it } from "vitest";
import { seededSource } from "../../../random/seeded-source.js";
import { compileKernels } from "../../../tensor/compile-kernels.js";
import { Workspace } from "../../../tensor/workspace.js";
import { clipFactor } from "../../gradients/_internal/clip-factor.js";
import type { ClippingMode } from "../clipping-mode.js";
import {
  type GradientMethod,
  gradientMethod,
  type MatrixGradient,
  matrixGradients,
} from "./matrix-gradients.js";
import { productScratch } from "./product-scratch.js";
import { roundUp } from "./tensor.js";

const module = await compileKernels();
const METHODS: readonly GradientMethod[] = ["written", "twice", "ghost"];
const GROUP = 3;

interface Size {
  readonly positions: number;
  readonly rows: number;
  readonly columns: number;
}

function uniforms(count: number, seed: string): Float32Array {
  const words = new Uint32Array(count);
  seededSource(seed).fill(words);
  return Float32Array.from(words, (word) => word / 2 ** 31 - 1);
}

interface Made {
  readonly left: Float32Array;
  readonly right: Float32Array;
  squaredNorms(): number[];
  /** The sum of the gradients, each with its factor. */
  sum(factors: readonly number[]): Float32Array;
}

/** The gradients of a group of random factors, by one of the methods. */
function made({ positions, rows, columns }: Size, method: GradientMethod, cancelling = false): Made {
  const workspace = new Workspace(module);
  const { kernels } = workspace;
  const left = uniforms(GROUP * positions * rows, "left");
  const right = uniforms(GROUP * positions * columns, "right");
  if (cancelling) makeCancel(left, right, { positions, rows, columns });
  const [leftAddress, rightAddress] = [left, right].map((values) => {
    const address = workspace.allocateFloats(values.length);
    workspace.floats(address, values.length).set(values);
    return address;
  });
  const factor = (address: number, size: number) => ({
    address: (example: number) => address + 4 * example * positions * size,
    row: size,
  });
  const factors = { left: factor(leftAddress!, rows), right: factor(rightAddress!, columns) };
  const matrix: MatrixGradient = {
    rows,
    columns,
    positions,
    factors,
    // biome-ignore format: one kernel call
    write: (example, first, count, target) => kernels.product(count, columns, positions,
      factors.left.address(example) + 4 * first, 1, rows, factors.right.address(example), columns, 1,
      target, columns, 0, false, productScratch(workspace)),
    clear: (example) => kernels.clear(factors.right.address(example), positions * columns),
  };
  const gradients = matrixGradients({ workspace, group: GROUP }, matrix, method);
  gradients.prepare(GROUP);
  return {
    left,
    right,
    squaredNorms: () => Array.from({ length: GROUP }, (_, i) => gradients.squaredNorm(i)),
    sum(numbers) {
      const address = workspace.allocateFloats(numbers.length);
      workspace.floats(address, numbers.length).set(numbers);
      kernels.clear(gradients.sum, roundUp(rows * columns, 4));
      gradients.accumulate(address, numbers.length);
      return workspace.floats(gradients.sum, rows * columns).slice();
    },
  };
}

/** Every second position all but takes back what the one before it adds. */
function makeCancel(left: Float32Array, right: Float32Array, { positions, rows, columns }: Size): void {
  for (let position = 1; position < GROUP * positions; position += 2) {
    left.copyWithin(position * rows, (position - 1) * rows, position * rows);
    for (let k = 0; k < columns; k++) {
      right[position * columns + k] = -right[(position - 1) * columns + k]! * (1 + 2 ** -12);
    }
  }
}

/** In f64. */
function exactNorm({ left, right }: Made, { positions, rows, columns }: Size, example: number): number {
  let total = 0;
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      let entry = 0;
      for (let s = example * positions; s < (example + 1) * positions; s++) {
        entry += left[s * rows + i]! * right[s * columns + j]!;
      }
      total += entry * entry;
    }
  }
  return total;
}

/** By what the inner products' norm may exceed the exact one, relatively. */
function slack(gradients: Made, size: Size, example: number): number {
  const { positions, rows, columns } = size;
  const norm = (values: Float32Array, position: number, length: number) =>
    l2(values.subarray(position * length, (position + 1) * length));
  let magnitude = 0;
  for (let s = example * positions; s < (example + 1) * positions; s++) {
    magnitude += norm(gradients.left, s, rows) * norm(gradients.right, s, columns);
  }
  return ((positions + 1) * 2 ** -24 * 1.001 * magnitude) / Math.sqrt(exactNorm(gradients, size, example));
}

function l2(values: ArrayLike<number>): number {
  return Math.sqrt(Array.from(values).reduce((total, value) => total + value * value, 0));
}

const SIZES: readonly Size[] = [
  { positions: 1, rows: 5, columns: 3 },
  { positions: 7, rows: 9, columns: 11 },
  { positions: 64, rows: 128, columns: 40 },
  { positions: 33, rows: 700, columns: 401 },
];

describe.each(METHODS)("gradients of a matrix, %s", (method) => {
  it.each(SIZES)(
    "have the norms and the sum of f64 loops, $positions x $rows x $columns",
    { tags: ["slow"] },
    (size) => {
      const gradients = made(size, method);
      const norms = gradients.squaredNorms();
      norms.forEach((norm, i) => {
        const excess = Math.sqrt(norm / exactNorm(gradients, size, i)) - 1;
        expect(excess).toBeGreaterThan(method === "ghost" ? 0 : -1e-5);
        expect(excess).toBeLessThan(method === "ghost" ? slack(gradients, size, i) : 1e-5);
      });
      const factors = [0.5, 0, 0.25];
      const { rows, columns, positions } = size;
      const expected = Float64Array.from({ length: rows * columns }, (_, at) => {
        const [i, j] = [Math.floor(at / columns), at % columns];
        let entry = 0;
        for (let s = 0; s < GROUP * positions; s++) {
          entry +=
            factors[Math.floor(s / positions)]! *
            gradients.left[s * rows + i]! *
            gradients.right[s * columns + j]!;
        }
        return entry;
      });
      const sum = gradients.sum(factors);
      expect(l2(expected.map((entry, i) => entry - sum[i]!)) / l2(expected)).toBeLessThan(1e-5);
    },
  );

  it.each([false, true])(
    "never exceed the bound when they are clipped, all but cancelling: %s",
    (cancelling) => {
      for (const positions of [2, 16, 64]) {
        const gradients = made({ positions, rows: 24, columns: 13 }, method, cancelling);
        for (const [example, squared] of gradients.squaredNorms().entries()) {
          const bound = 0.3 * Math.sqrt(squared);
          const factors = [0, 0, 0].map((_, i) =>
            i === example ? clipFactor(bound, Math.sqrt(squared)) : 0,
          );
          const clipped = l2(gradients.sum(factors));
          expect(clipped).toBeLessThanOrEqual(bound);
          if (method === "ghost" && cancelling) continue;
          expect(clipped).toBeGreaterThan(bound * (1 - (method === "ghost" ? 4e-5 : 2 ** -19)));
        }
      }
    },
  );
});

describe("norms of gradients that all but cancel", () => {
  const size = { positions: 64, rows: 24, columns: 13 };

  it("are not below those of what is added up, by inner products either", () => {
    const gradients = made(size, "ghost", true);
    for (const [example, squared] of gradients.squaredNorms().entries()) {
      const raw = gradients.sum([0, 0, 0].map((_, i) => (i === example ? 1 : 0)));
      expect(Math.sqrt(squared)).toBeGreaterThanOrEqual(l2(raw));
      expect(squared).toBeGreaterThan(exactNorm(gradients, size, example));
    }
  });

  it("are those of the same bits, where the gradients are written out", () => {
    const [written, twice] = (["written", "twice"] as const).map((method) => made(size, method, true));
    for (const [i, norm] of twice!.squaredNorms().entries()) {
      expect(norm / written!.squaredNorms()[i]!).toBeCloseTo(1, 8);
    }
    expect(twice!.sum([1, 0.5, 2])).toEqual(written!.sum([1, 0.5, 2]));
  });
});

describe("gradientMethod", () => {
  const factor = { address: () => 0, row: 0 };
  const matrix = (positions: number, rows: number, columns: number, withFactors = true): MatrixGradient => ({
    positions,
    rows,
    columns,
    write: () => {},
    clear: () => {},
    ...(withFactors ? { factors: { left: factor, right: factor } } : {}),
  });

  it.each<[string, MatrixGradient, number, GradientMethod]>([
    ["small matrices", matrix(64, 128, 512), 8, "written"],
    ["BERT's, of short texts", matrix(128, 768, 3072), 2, "ghost"],
    ["GPT-2's, of long ones", matrix(1024, 768, 768), 1, "written"],
    ["GPT-2's wide ones", matrix(1024, 768, 3072), 1, "twice"],
    ["a shared embedding", matrix(64, 50_257, 768, false), 1, "twice"],
  ])("is the cheapest: %s", (_, given, group, expected) => {
    expect(gradientMethod(given, group)).toBe(expected);
    expect(gradientMethod(given, group, "mix-opt")).toBe(expected);
  });

  it.each<[MatrixGradient, number, ClippingMode, GradientMethod]>([
    [matrix(64, 128, 512), 8, "ghost", "ghost"],
    [matrix(1024, 768, 3072), 1, "ghost", "ghost"],
    [matrix(64, 50_257, 768, false), 1, "ghost", "twice"],
    [matrix(64, 128, 512), 8, "per-sample", "written"],
    [matrix(128, 768, 3072), 2, "per-sample", "twice"],
  ])(
    "is that of a mode that is chosen, as far as the gradient has factors",
    (given, group, mode, expected) => {
      expect(gradientMethod(given, group, mode)).toBe(expected);
    },
  );
});
