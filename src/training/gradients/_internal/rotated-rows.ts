import { rotateAndCut } from "../../../mechanisms/index.js";
import type { Workspace } from "../../../tensor/workspace.js";
import type { BoundParameters, GradientEntries } from "../../layers/_internal/bound-layer.js";
import type { GroupContext } from "../../layers/layer-kind.js";
import type { BlockClipRule } from "../clip-rule.js";
import { entriesOf } from "./entries-of.js";

/** Floats behind a gradient that writing it may spoil or read. */
const SLACK = 16;

/** The gradients of a group, rotated and cut into blocks as `rotateAndCut` does it, in f32: one row of blocks for each. */
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
    const { bound: clipBound, blocks, rotationSeed: seed } = rule;
    const { blockLength, blockBound, signs } = rotateAndCut({ dimension, blocks, clipBound, seed });
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
    this.#squares = workspace.allocate(8 * blocks);
    const scaled = workspace.floats(this.#signs, blocks * this.stride);
    for (let i = 0; i < dimension; i++) {
      const block = Math.floor(i / blockLength);
      scaled[block * this.stride + (i % blockLength)] = signs[i]! / Math.sqrt(blocks);
    }
  }

  /** Address of a block of an example's row. */
  address(example: number, block: number): number {
    return this.#rows + 4 * this.stride * (example * this.blocks + block);
  }

  /**
   * Writes an example's row; returns the squared norms of its blocks, until the next call: off by a factor within 1 ± 2^-21.9. A
   * gradient that is not finite becomes zero: see `finiteNorm`.
   */
  write(example: number): Float64Array {
    const { kernels } = this.#workspace;
    let target = this.#gradient;
    for (const [i, entries] of this.#entries.entries()) {
      entries.write(example, target);
      target += 4 * this.#trained[i]!.count;
    }
    const row = this.address(example, 0);
    kernels.spreadBlocks(row, this.stride, this.#gradient, this.blockLength, this.blocks, this.#signs);
    kernels.blockSquares(row, this.stride, this.blocks, this.#squares);
    const squares = this.#workspace.doubles(this.#squares, this.blocks);
    if (squares.every(Number.isFinite)) return squares;
    kernels.clear(row, this.blocks * this.stride);
    return squares.fill(0);
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
