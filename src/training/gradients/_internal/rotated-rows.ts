import type { Workspace } from "../../../tensor/workspace.js";
import type { BoundParameters, GradientEntries } from "../../layers/_internal/bound-layer.js";
import type { GroupContext } from "../../layers/layer-kind.js";
import type { BlockClipRule } from "../clip-rule.js";
import { entriesOf } from "./entries-of.js";
import { rotationOf } from "./rotation-of.js";

/** Floats behind a gradient that writing it may spoil or read. */
const SLACK = 16;

/**
 * The gradients of a group, rotated and cut into blocks as `rotateAndCut` does it, in f32: one row of blocks
 * for each.
 */
export class RotatedRows {
  /** Floats from one block to the next; zeros fill a block up to it. */
  readonly stride: number;
  readonly blocks: number;
  readonly blockLength: number;
  /** C / √m. */
  readonly blockBound: number;
  readonly #workspace: Workspace;
  readonly #trained: readonly BoundParameters[];
  readonly #entries: readonly GradientEntries[];
  readonly #gradient: number;
  readonly #signs: number;
  readonly #rows: number;
  readonly #squares: number;

  constructor({ workspace, group }: GroupContext, trained: readonly BoundParameters[], rule: BlockClipRule) {
    const dimension = trained.reduce((total, { count }) => total + count, 0);
    const { blocks } = rule;
    const { blockLength, blockBound, rowSigns } = rotationOf(rule, dimension);
    this.#workspace = workspace;
    this.#trained = trained;
    this.#entries = trained.map(entriesOf);
    this.blocks = blocks;
    this.blockLength = blockLength;
    this.blockBound = blockBound;
    this.stride = 4 * Math.ceil(blockLength / 4);
    this.#gradient = workspace.allocateFloats(blocks * blockLength + SLACK);
    this.#signs = workspace.allocateFloats(blocks * this.stride);
    this.#rows = workspace.allocateFloats(group * blocks * this.stride);
    this.#squares = workspace.allocate(8 * group * blocks);
    const scaled = workspace.floats(this.#signs, blocks * this.stride);
    for (let i = 0; i < dimension; i++) {
      const block = Math.floor(i / blockLength);
      scaled[block * this.stride + (i % blockLength)] = rowSigns[i]! / Math.sqrt(blocks);
    }
  }

  /** Address of a block of an example's row. */
  address(example: number, block: number): number {
    return this.#rows + 4 * this.stride * (example * this.blocks + block);
  }

  /**
   * Writes the rows of the group's first `count` examples; returns the squared norms of their blocks, until
   * the next call: off by a factor within 1 ± 2^-21.9. A gradient that is not finite becomes zero: see
   * `finiteNorm`.
   */
  write(count: number): Float64Array {
    const { blocks, blockLength, stride } = this;
    const { kernels } = this.#workspace;
    const squares = this.#workspace.doubles(this.#squares, count * blocks);
    for (let example = 0; example < count; example++) {
      let target = this.#gradient;
      for (const [i, entries] of this.#entries.entries()) {
        entries.write(example, target);
        target += 4 * this.#trained[i]!.count;
      }
      const row = this.address(example, 0);
      const norms = this.#squares + 8 * example * blocks;
      kernels.spreadBlocks(row, stride, this.#gradient, blockLength, blocks, this.#signs, norms);
      if (Number.isFinite(sumBetween(squares, example * blocks, blocks))) continue;
      kernels.clear(row, blocks * stride);
      squares.fill(0, example * blocks, (example + 1) * blocks);
    }
    return squares;
  }

  /** The entries of some blocks that are laid out as a row is, one behind the other. */
  compact(row: number): Float32Array {
    const { blocks, blockLength, stride } = this;
    const wide = this.#workspace.floats(row, blocks * stride);
    const entries = new Float32Array(blocks * blockLength);
    for (let block = 0; block < blocks; block++) {
      entries.set(wide.subarray(block * stride, block * stride + blockLength), block * blockLength);
    }
    return entries;
  }
}

function sumBetween(values: Float64Array, start: number, count: number): number {
  let sum = 0;
  for (let i = start; i < start + count; i++) sum += values[i]!;
  return sum;
}
