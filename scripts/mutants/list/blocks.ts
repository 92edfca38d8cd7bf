import type { Mutant } from "../mutant.js";

const OUTER_BLOCKS = "src/training/gradients/_internal/outer-block-sums.ts";
const ROTATED_TEST = ["src/mechanisms/rotated-blocks.test.ts"];
const BLOCK_SUMS_TEST = ["src/training/gradients/_internal/block-sums.test.ts"];

/** Gradients and vectors that are rotated and cut into blocks. */
export const BLOCKS: readonly Mutant[] = [
  {
    what: "blocks that were not sent are in the sum",
    file: "src/training/gradients/_internal/block-sums.ts",
    from: "joins === undefined || joins[i] === 1",
    to: "joins === undefined || joins[i] !== 2",
    tests: BLOCK_SUMS_TEST,
  },
  {
    what: "the rows of later groups are those of the first",
    file: "src/training/gradients/_internal/block-sums.ts",
    from: "this.#joins = joins?.subarray(count * blocks)",
    to: "this.#joins = joins?.subarray(0)",
    tests: BLOCK_SUMS_TEST,
  },
  {
    what: "outer products' blocks that were not sent are in the sum",
    file: OUTER_BLOCKS,
    from: "if (this.#joins[i % this.#blocks] !== 1) factors[i] = 0",
    to: "if (this.#joins[i % this.#blocks] === 2) factors[i] = 0",
    tests: BLOCK_SUMS_TEST,
  },
  {
    what: "outer products' later rows are those of the first",
    file: OUTER_BLOCKS,
    from: "this.#joins = this.#joins.subarray(this.#blocks)",
    to: "this.#joins = this.#joins.subarray(0)",
    tests: BLOCK_SUMS_TEST,
  },
  {
    what: "an outer product that is not finite stays",
    file: OUTER_BLOCKS,
    from: ">= MIN_NORMAL)) this.#clearExample(place)",
    to: ">= MIN_NORMAL)) this.#waiting += 0",
    tests: BLOCK_SUMS_TEST,
  },
  {
    what: "blocks of outer products may be as long as their bound without a margin",
    file: OUTER_BLOCKS,
    from: "rotation.blockBound / marginOf(this.#length, this.#columns)",
    to: "rotation.blockBound * marginOf(this.#length, this.#columns)",
    tests: BLOCK_SUMS_TEST,
  },
  {
    what: "outer products that wait are left out of the sum",
    file: OUTER_BLOCKS,
    from: "    this.#addWaiting();\n    // biome-ignore format: one kernel call\n    this.#workspace",
    to: "    // biome-ignore format: one kernel call\n    this.#workspace",
    tests: BLOCK_SUMS_TEST,
  },
  {
    what: "the last rows of outer products' classes are left out",
    file: OUTER_BLOCKS,
    from: "this.#length, this.#classRows,\n      this.#columns, this.#waiting",
    to: "this.#length, this.#classRows - 1,\n      this.#columns, this.#waiting",
    tests: BLOCK_SUMS_TEST,
  },
  {
    what: "norms of outer products' blocks leave out a column",
    file: OUTER_BLOCKS,
    from: "this.#columns, this.#order,\n      this.#bound",
    to: "this.#columns, this.#order - 1,\n      this.#bound",
    tests: BLOCK_SUMS_TEST,
  },
  {
    what: "blocks of outer products are cut along the other diagonals",
    file: "src/mechanisms/_internal/turned-columns.ts",
    from: "(block - (column % blocks) + blocks) % blocks",
    to: "(block + (column % blocks) + blocks) % blocks",
    tests: ROTATED_TEST,
  },
  {
    what: "columns are turned back by other signs",
    file: "src/mechanisms/_internal/turned-columns.ts",
    from: "const entry = rowSigns[row]! * turned",
    to: "const entry = turned",
    tests: ROTATED_TEST,
  },
  {
    what: "a Hadamard matrix of order 12 without orthogonal rows",
    file: "src/mechanisms/_internal/hadamard-matrix.ts",
    from: "row === column || row === 0",
    to: "row === column",
    tests: ROTATED_TEST,
  },
];
