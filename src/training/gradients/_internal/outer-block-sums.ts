import type { Workspace } from "../../../tensor/workspace.js";
import type { OuterFactors } from "../../layers/_internal/bound-layer.js";
import { roundUp } from "../../layers/_internal/tensor.js";
import type { GroupContext } from "../../layers/layer-kind.js";
import type { BlockClipRule } from "../clip-rule.js";
import type { GradientBlockSum } from "./block-sums.js";
import { MIN_NORMAL } from "./clip-factor.js";
import { rotationOf } from "./rotation-of.js";

/**
 * Floats from one example's classes to the next, beyond them: rows a power of two apart share cache lines.
 */
const GAP = 16;
/** The kernels take four classes, or rows, at once. */
const SLACK = 4;
/** Groups that are added to the sum at once, so that it is read and written less often. */
const WAITING_GROUPS = 4;

/**
 * Outer products clipped block by block, rotated from both sides as their two vectors and never written out:
 * block k has entry o of the one vector and class k - o modulo m of the other.
 *
 * A block is the product of what the kernels make of the two vectors, roundings and all: a function of one
 * record. Its norm is measured and clipped with a margin for the roundings of norm, factor and entries.
 */
export class OuterBlockSums implements GradientBlockSum {
  readonly #workspace: Workspace;
  readonly #factors: OuterFactors;
  readonly #group: number;
  readonly #room: number;
  readonly #blocks: number;
  /** Rows of a class, and floats that they take. */
  readonly #classRows: number;
  readonly #length: number;
  /** Combinations of columns, and floats that they take. */
  readonly #order: number;
  readonly #columns: number;
  readonly #rightStride: number;
  /** Floats from example to example. */
  readonly #leftStride: number;
  readonly #clipStride: number;
  readonly #bound: number;
  readonly #row: number;
  readonly #signs: number;
  readonly #rotation: number;
  readonly #left: number;
  readonly #right: number;
  readonly #clip: number;
  readonly #squares: number;
  readonly #scratch: number;
  readonly #sum: number;
  readonly #compact: number;
  /** Examples whose rows and factors are there, and who are not in the sum yet. */
  #waiting = 0;
  /** Rows of the gradients still to come: which of their blocks are in the sum. */
  #joins: Uint8Array | undefined;

  constructor({ workspace, group }: GroupContext, factors: OuterFactors, rule: BlockClipRule) {
    const { blocks } = rule;
    const rotation = rotationOf(rule, factors.rows * factors.columns);
    this.#workspace = workspace;
    this.#factors = factors;
    this.#group = group;
    this.#blocks = blocks;
    this.#order = rotation.columnRotation.length;
    this.#classRows = rotation.blockLength / this.#order;
    this.#length = roundUp(this.#classRows, 4);
    this.#columns = roundUp(this.#order, 4);
    this.#rightStride = roundUp(this.#order, 8);
    this.#leftStride = blocks * this.#length + GAP;
    this.#clipStride = blocks + this.#columns + SLACK;
    this.#bound = rotation.blockBound / marginOf(this.#length, this.#columns);
    this.#row = workspace.allocateFloats(blocks * this.#classRows + GAP);
    this.#signs = workspace.allocateFloats(blocks * this.#length);
    this.#rotation = workspace.allocateFloats(factors.columnStride * this.#rightStride);
    this.#room = WAITING_GROUPS * group;
    this.#left = workspace.allocateFloats(this.#room * this.#leftStride + SLACK * this.#length);
    this.#right = workspace.allocateFloats((this.#room + SLACK) * this.#rightStride);
    this.#clip = workspace.allocateFloats(this.#room * this.#clipStride);
    this.#squares = workspace.allocate(8 * group);
    this.#scratch = workspace.allocateFloats(this.#clipStride + this.#columns);
    this.#sum = workspace.allocateFloats(blocks * this.#length * this.#columns);
    workspace.floats(this.#row, factors.rows)[factors.rows - 1] = 1;
    this.#compact = workspace.allocateFloats(blocks * rotation.blockLength + SLACK);
    this.#writeRotation(rotation.rowSigns, rotation.columnRotation);
  }

  #writeRotation(rowSigns: Readonly<Float64Array>, columnRotation: readonly Readonly<Float64Array>[]): void {
    const signs = this.#workspace.floats(this.#signs, this.#blocks * this.#length);
    for (const [row, sign] of rowSigns.entries()) {
      const place = Math.floor(row / this.#classRows) * this.#length + (row % this.#classRows);
      signs[place] = sign / Math.sqrt(this.#blocks);
    }
    const { columns } = this.#factors;
    const rotation = this.#workspace.floats(this.#rotation, columns * this.#rightStride);
    for (const [place, weights] of columnRotation.entries()) {
      for (const [column, weight] of weights.entries()) rotation[column * this.#rightStride + place] = weight;
    }
  }

  start(joins?: Uint8Array): void {
    this.#joins = joins;
    this.#waiting = 0;
    this.#workspace.kernels.clear(this.#sum, this.#blocks * this.#length * this.#columns);
  }

  add(count: number): void {
    const { kernels } = this.#workspace;
    const { rows, columns, columnStride, left, leftStride, right } = this.#factors;
    const place = this.#waiting;
    // biome-ignore format: one kernel call
    kernels.multiply(this.#group, this.#rightStride, columns, right(0), columnStride, 1, this.#rotation,
      this.#rightStride, this.#rightOf(place), this.#rightStride, 0, false);
    // biome-ignore format: one kernel call
    kernels.spreadRows(count, this.#leftOf(place), this.#leftStride, this.#length, left(0), leftStride, rows - 1,
      this.#row, this.#classRows, this.#blocks, this.#signs);
    // biome-ignore format: one kernel call
    kernels.outerBlockFactors(count, this.#clipOf(place), this.#clipStride, this.#leftOf(place), this.#leftStride,
      this.#blocks, this.#length, this.#rightOf(place), this.#rightStride, this.#columns, this.#order,
      this.#bound, this.#squares, this.#scratch);
    const squares = this.#workspace.doubles(this.#squares, count);
    for (let example = 0; example < count; example++) this.#leaveOut(place + example, squares[example]!);
    this.#waiting += count;
    if (this.#waiting > this.#room - this.#group) this.#addWaiting();
  }

  #addWaiting(): void {
    // biome-ignore format: one kernel call
    this.#workspace.kernels.addOuterBlocks(this.#sum, this.#blocks, this.#length, this.#classRows,
      this.#columns, this.#waiting,
      this.#left, this.#leftStride, this.#right, this.#rightStride, this.#clip, this.#clipStride);
    this.#waiting = 0;
  }

  /** Makes zero of what is not to be in the sum. */
  #leaveOut(place: number, square: number): void {
    if (!(this.#bound / Math.sqrt(square) >= MIN_NORMAL)) this.#clearExample(place);
    if (this.#joins === undefined) return;
    const factors = this.#workspace.floats(this.#clipOf(place), this.#blocks + this.#columns);
    for (let i = 0; i < factors.length; i++) if (this.#joins[i % this.#blocks] !== 1) factors[i] = 0;
    this.#joins = this.#joins.subarray(this.#blocks);
  }

  /** A gradient that is not finite, or too long for f32's digits, becomes zero: see `finiteNorm`. */
  #clearExample(place: number): void {
    const { kernels } = this.#workspace;
    kernels.clear(this.#leftOf(place), this.#leftStride);
    kernels.clear(this.#rightOf(place), this.#rightStride);
    kernels.clear(this.#clipOf(place), this.#clipStride);
  }

  #leftOf(place: number): number {
    return this.#left + 4 * place * this.#leftStride;
  }

  #rightOf(place: number): number {
    return this.#right + 4 * place * this.#rightStride;
  }

  #clipOf(place: number): number {
    return this.#clip + 4 * place * this.#clipStride;
  }

  read(): Float32Array {
    this.#addWaiting();
    // biome-ignore format: one kernel call
    this.#workspace.kernels.takeOuterBlocks(this.#compact, this.#sum, this.#blocks, this.#length, this.#classRows,
      this.#columns, this.#order);
    return this.#workspace.floats(this.#compact, this.#blocks * this.#classRows * this.#order).slice();
  }
}

/**
 * Covers the roundings between the exact norm of the products of f32 vectors and their clipped entries: those
 * of the kernel's factor, two for each entry, and ten to spare.
 */
function marginOf(length: number, columns: number): number {
  return 1 + 2 ** -20 + (length / 4 + columns + 24) * 2 ** -24;
}
