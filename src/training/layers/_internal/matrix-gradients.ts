import type { ClippingMode } from "../clipping-mode.js";
import type { GroupContext } from "../layer-kind.js";
import { productScratch } from "./product-scratch.js";
import { roundUp } from "./tensor.js";
import { type ExampleGradients, writtenRows } from "./written-rows.js";

/**
 * A matrix of parameters whose gradient, for each example, is the sum over positions of left x right, or
 * contains that sum.
 */
export interface MatrixGradient {
  readonly rows: number;
  readonly columns: number;
  /** Positions of an example. */
  readonly positions: number;
  /**
   * Writes rows `first`, `first + 1`, ... of an example's gradient, `rows` of them, one behind the other. The
   * same bits each time.
   */
  write(example: number, first: number, rows: number, target: number): void;
  /** Makes an example's gradient zero, by making that sum's factors zero. */
  clear(example: number): void;
  /** The factors of the sum; absent where the gradient is more than it. */
  readonly factors?: { readonly left: Factor; readonly right: Factor };
}

/** Vectors of all positions of an example. */
export interface Factor {
  address(example: number): number;
  /** Floats from one position to the next. */
  readonly row: number;
}

/**
 * Ways to the same sum of clipped gradients. `written`: the gradients of a group are written out, then added
 * with their factors. `twice`: they are written block by block for the norm, and again for the sum. `ghost`:
 * the norm comes from the inner products of the factors (Goodfellow 2015, Li et al. 2022), and the gradients
 * are written once, block by block, for the sum.
 */
export type GradientMethod = "written" | "twice" | "ghost";

/** Floats that the gradients of a group may take in each layer. */
export const MAX_WRITTEN: number = 2 ** 20;

/**
 * The method of a mode, by default the cheapest: `written` has no norm to pay for, `ghost` T²(m + n) products
 * in f64, `twice` T m n in f32.
 */
export function gradientMethod(
  { rows, columns, positions, factors }: MatrixGradient,
  group: number,
  mode: ClippingMode = "mix-opt",
): GradientMethod {
  if (mode === "ghost" && factors !== undefined) return "ghost";
  if (group * rows * columns <= MAX_WRITTEN) return "written";
  if (mode === "per-sample") return "twice";
  const isFew = positions * (rows + columns) < rows * columns;
  return factors !== undefined && isFew ? "ghost" : "twice";
}

/** The gradients of a matrix, by the method of the context's mode unless one is named. */
export function matrixGradients(
  context: GroupContext,
  matrix: MatrixGradient,
  method: GradientMethod = gradientMethod(matrix, context.group, context.clippingMode),
): ExampleGradients {
  const { rows, columns } = matrix;
  if (method !== "written") return blockedGradients(context, matrix, method);
  return writtenRows(context, rows * columns, (example, target) => matrix.write(example, 0, rows, target));
}

/** Floats of a block, unless that is less than as many rows as a product needs to be fast. */
const BLOCK_FLOATS = 2 ** 18;
const MIN_ROWS = 64;

function blockedGradients(
  { workspace }: GroupContext,
  matrix: MatrixGradient,
  method: "twice" | "ghost",
): ExampleGradients {
  const { kernels } = workspace;
  const { rows, columns } = matrix;
  const height = Math.min(rows, Math.max(MIN_ROWS, 4 * Math.floor(BLOCK_FLOATS / columns / 4)));
  const block = workspace.allocateFloats(roundUp(height * columns, 4));
  const sum = workspace.allocateFloats(roundUp(rows * columns, 4));

  /** Writes one block after the other, with zeros up to a multiple of 4 floats, which is `count`. */
  function eachBlock(example: number, visit: (first: number, count: number) => void): void {
    for (let first = 0; first < rows; first += height) {
      const size = Math.min(height, rows - first) * columns;
      matrix.write(example, first, size / columns, block);
      kernels.clear(block + 4 * size, roundUp(size, 4) - size);
      visit(first, roundUp(size, 4));
    }
  }

  function writtenNorm(example: number): number {
    let total = 0;
    eachBlock(example, (_, count) => {
      total += kernels.sumOfSquares(block, count);
    });
    return total;
  }

  return {
    count: rows * columns,
    sum,
    prepare: () => {},
    squaredNorm: method === "twice" ? writtenNorm : ghostNorm(workspace, matrix),
    accumulate(factors, count) {
      for (let i = 0; i < count; i++) {
        eachBlock(i, (first, size) => {
          kernels.addScaledRows(sum + 4 * first * columns, block, 1, size, size, factors + 4 * i);
        });
      }
    },
    clearGradient: matrix.clear,
  };
}

/**
 * An upper bound of the squared norm of what is added up, from the factors' inner products.
 *
 * Let a_s, g_s be the factors at s and M the sum of |a_s| |g_s|. `gramProduct` is off by (m + n + T²) 2^-53
 * M². What is added up is that sum as `product` makes it: entries off by (T + 1) u / (1 - (T + 1) u) times
 * the sum of magnitudes, u = 2^-24, so the norm by that times M.
 */
function ghostNorm(
  workspace: GroupContext["workspace"],
  { rows, columns, positions, factors }: MatrixGradient,
): (example: number) => number {
  const { kernels } = workspace;
  const { left, right } = factors!;
  const scratch = productScratch(workspace);
  const gramError = (rows + columns + positions ** 2) * 2 ** -52;
  const roundings = (positions + 1) * 2 ** -24;
  const productError = (roundings / (1 - roundings)) * (1 + 2 ** -20);
  return (example) => {
    const a = left.address(example);
    const g = right.address(example);
    const exact = kernels.gramProduct(positions, a, left.row, rows, g, right.row, columns, scratch);
    const magnitude = kernels.normProducts(positions, a, left.row, rows, g, right.row, columns);
    return (Math.sqrt(Math.max(0, exact + gramError * magnitude ** 2)) + productError * magnitude) ** 2;
  };
}
