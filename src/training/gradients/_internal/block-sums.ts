import type { Workspace } from "../../../tensor/workspace.js";
import type { BoundParameters } from "../../layers/_internal/bound-layer.js";
import type { GroupContext } from "../../layers/layer-kind.js";
import type { BlockClipRule } from "../clip-rule.js";
import { clipFactor } from "./clip-factor.js";
import { RotatedRows } from "./rotated-rows.js";

/** A sum of gradients clipped block by block. */
export interface GradientBlockSum {
  /** Begins a sum, of all blocks or of those with a 1 in `joins`: a row of blocks for each gradient. */
  start(joins?: Uint8Array): void;
  /** Adds the group's first `count` gradients. */
  add(count: number): void;
  /**
   * The sum, in the order of `joinClasses` of `rotateAndCut`: for vectors, the blocks one behind the other.
   */
  read(): Float32Array;
}

/**
 * Gradients clipped block by block, summed up before they are rotated back.
 *
 * A block is what the kernel makes of the gradient, roundings and all: a function of one record, whose norm
 * is measured and clipped as a whole gradient's is.
 */
export class BlockSums implements GradientBlockSum {
  readonly #workspace: Workspace;
  readonly #rows: RotatedRows;
  readonly #group: number;
  readonly #sum: number;
  /** One for each block and example of the group. */
  readonly #factors: number;
  /** Rows of the gradients still to come: which of their blocks are in the sum. */
  #joins: Uint8Array | undefined;

  constructor(context: GroupContext, trained: readonly BoundParameters[], rule: BlockClipRule) {
    const { workspace, group } = context;
    this.#workspace = workspace;
    this.#rows = new RotatedRows(context, trained, rule);
    this.#group = group;
    this.#sum = workspace.allocateFloats(this.#rows.blocks * this.#rows.stride);
    this.#factors = workspace.allocateFloats(this.#rows.blocks * group);
  }

  start(joins?: Uint8Array): void {
    this.#joins = joins;
    this.#workspace.kernels.clear(this.#sum, this.#rows.blocks * this.#rows.stride);
  }

  add(count: number): void {
    const { blocks, blockBound, stride } = this.#rows;
    const group = this.#group;
    const factors = this.#workspace.floats(this.#factors, blocks * group);
    const squares = this.#rows.write(count);
    const joins = this.#joins;
    for (let example = 0; example < count; example++) {
      for (let block = 0; block < blocks; block++) {
        const i = example * blocks + block;
        const isIn = joins === undefined || joins[i] === 1;
        factors[block * group + example] = isIn ? clipFactor(blockBound, Math.sqrt(squares[i]!)) : 0;
      }
    }
    this.#joins = joins?.subarray(count * blocks);
    for (let block = 0; block < blocks; block++) {
      const sum = this.#sum + 4 * block * stride;
      const factor = this.#factors + 4 * block * group;
      const row = this.#rows.address(0, block);
      this.#workspace.kernels.addScaledRows(sum, row, count, blocks * stride, stride, factor);
    }
  }

  read(): Float32Array {
    return this.#rows.compact(this.#sum);
  }
}
