import { fillNormals, seededSource, shuffleInPlace } from "../../src/random/index.js";
import { compileKernels } from "../../src/tensor/compile-kernels.js";
import { Workspace } from "../../src/tensor/workspace.js";
import { gatherBlocks } from "../../src/training/models/permutations/_internal/gather-blocks.js";
import type { Experiment, ResultTable } from "../experiment.js";

/** The paper's matrix, and the largest that is multiplied here. */
const SIZE = 10_000;
const QUICK_SIZE = 2000;
const MULTIPLIED = 1000;
const QUICK_MULTIPLIED = 200;

const PRINTED = { index: 0.9799, sparse: 322.62, dense: 1316.6 };

/** YJX25 Table VII: a matrix permuted by index, and by products with permutation matrices. */
export const yjx25Table7: Experiment = {
  scale: `One thread of this machine's processor, 32-bit floats, in place of a graphics card. The dense product is measured at ${MULTIPLIED} x ${MULTIPLIED} and scaled by the cube of the size.`,
  run: async ({ quick, seed, onProgress }) => {
    const size = quick ? QUICK_SIZE : SIZE;
    const multiplied = quick ? QUICK_MULTIPLIED : MULTIPLIED;
    const source = seededSource(seed);
    const order = Uint32Array.from({ length: size }, (_, i) => i);
    shuffleInPlace(source, order);
    const matrix = new Float32Array(size * size);
    for (let row = 0; row < size; row++) matrix.fill(row, row * size, (row + 1) * size);
    onProgress("rows by index");
    const rows = fastest(5, () => gatherBlocks(matrix, { starts: [0], size, run: size }, order));
    onProgress("columns by index");
    const starts = Array.from({ length: size }, (_, row) => row * size);
    const columns = fastest(5, () => gatherBlocks(matrix, { starts, size, run: 1 }, order));
    onProgress("sparse product");
    const sparse = fastest(3, () => sparseProduct(order, matrix));
    onProgress("dense product");
    const dense = (await productTime(multiplied, seed)) * (size / multiplied) ** 3;
    return {
      tables: [tableOf({ size, multiplied, rows, columns, sparse, dense })],
      notes: ["Times are of this machine as it was; ratios tell more than milliseconds."],
    };
  },
};

interface Measured {
  readonly size: number;
  readonly multiplied: number;
  readonly rows: number;
  readonly columns: number;
  readonly sparse: number;
  readonly dense: number;
}

function tableOf({ size, multiplied, rows, columns, sparse, dense }: Measured): ResultTable {
  const printed = (time: number) => [time, time / PRINTED.index, (100 * PRINTED.index) / time];
  const measured = (time: number) => [time, time / rows, (100 * rows) / time];
  return {
    title: `Milliseconds to permute the rows of a ${size} x ${size} matrix`,
    columns: [
      "how",
      "published, ms",
      "published, times index",
      "published, index in % of it",
      "measured, ms",
      "measured, times index",
      "measured, index in % of it",
    ],
    rows: [
      ["by index, rows", ...printed(PRINTED.index), ...measured(rows)],
      ["by index, columns", null, null, null, ...measured(columns)],
      ["sparse product, plain loops", ...printed(PRINTED.sparse), ...measured(sparse)],
      [
        `dense product, SIMD kernel, scaled from ${multiplied}`,
        ...printed(PRINTED.dense),
        ...measured(dense),
      ],
    ],
  };
}

/** Milliseconds of the fastest of some calls. */
function fastest(calls: number, call: () => void): number {
  let least = Infinity;
  for (let i = 0; i < calls; i++) {
    const start = performance.now();
    call();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}

/** The product of a permutation matrix, as rows of one entry each, with a matrix. */
function sparseProduct(order: Uint32Array, matrix: Float32Array): Float32Array {
  const size = order.length;
  const product = new Float32Array(matrix.length);
  const entries = new Float32Array(size).fill(1);
  for (let row = 0; row < size; row++) {
    const weight = entries[row]!;
    const from = order[row]! * size;
    for (let column = 0; column < size; column++)
      product[row * size + column]! += weight * matrix[from + column]!;
  }
  return product;
}

async function productTime(size: number, seed: number): Promise<number> {
  const workspace = new Workspace(await compileKernels());
  const [left, right, product] = [0, 1, 2].map(() => workspace.allocateFloats(size * size));
  const values = new Float32Array(size * size);
  for (const at of [left!, right!]) {
    fillNormals(seededSource(seed), values, 1);
    workspace.floats(at, size * size).set(values);
  }
  const multiply = () =>
    workspace.kernels.multiply(size, size, size, left!, size, 1, right!, size, product!, size, 0, false);
  return fastest(3, multiply);
}
