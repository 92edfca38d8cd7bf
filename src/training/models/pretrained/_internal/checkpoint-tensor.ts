/** A tensor of a public checkpoint, and where its numbers stand among a model's weights. */
export interface CheckpointTensor {
  /** Without what checkpoints of whole models have before it, e.g. `bert.`. */
  readonly name: string;
  /** Of the part that the model has. */
  readonly shape: readonly number[];
  /** The place of the first number, and how far apart the places along each extent are. */
  readonly start: number;
  readonly strides: readonly number[];
  /**
   * Present for tables of positions: a file may have more rows, of which the model's begin with this number.
   */
  readonly firstRow?: number;
  /** Whether it belongs to what predicts the classes. */
  readonly isHead: boolean;
}

/** The number of numbers of a shape. */
export function countOf(shape: readonly number[]): number {
  return shape.reduce((product, extent) => product * extent, 1);
}

/**
 * The distances along each extent where the numbers stand side by side, the last extent's next to each other.
 */
export function compactStrides(shape: readonly number[]): number[] {
  return shape.map((_, axis) => countOf(shape.slice(axis + 1)));
}

/** Whether the numbers stand side by side among the weights, in the file's order. */
export function isCompact({ shape, strides }: CheckpointTensor): boolean {
  return compactStrides(shape).every((stride, axis) => stride === strides[axis]);
}
