import type { GroupContext } from "../layer-kind.js";
import type { Shape } from "../shape.js";
import type { Tensor } from "./bound-layer.js";

export interface TensorForm {
  /** Channels are rounded up to a multiple of this; default 1. */
  readonly multiple?: number;
  readonly isData?: boolean;
  readonly lengths?: number | undefined;
}

/** The `multiply` kernel takes as many rows at a time. */
const ROWS = 4;

/** Kernels may read a block of 16 floats that begins with the last value. */
const SLACK = 16;

/** A tensor without gaps between its rows, its size rounded up to whole blocks of 8 floats. */
export function allocateTensor(
  { workspace, group }: GroupContext,
  shape: Shape,
  { multiple = 1, isData = false, lengths }: TensorForm = {},
): Tensor {
  const channels = roundUp(shape.channels, multiple);
  const row = shape.width * channels;
  const stride = roundUp(shape.height * row, 8);
  const allocate = () => workspace.allocateFloats(roundUp(group, ROWS) * stride + SLACK);
  return { shape, values: allocate(), gradients: allocate(), channels, row, stride, isData, lengths };
}

/** Whether the values of an example stand side by side, as a model's parameters number them. */
export function isCompact({ shape, channels, row }: Tensor): boolean {
  const { height, width } = shape;
  return row === width * channels && (channels === shape.channels || height * width === 1);
}

export function roundUp(count: number, multiple: number): number {
  return Math.ceil(count / multiple) * multiple;
}
