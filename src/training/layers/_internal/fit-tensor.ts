import type { GroupContext } from "../layer-kind.js";
import type { BoundLayer, Tensor } from "./bound-layer.js";
import { allocateTensor } from "./tensor.js";

export interface Fit {
  /** Rows and columns of zeros to put on every side. */
  readonly padding?: number;
  /** What the floats of a position are to be a multiple of. */
  readonly multiple?: number;
}

/** A copy of a tensor in the form that a kernel takes, without gaps between its rows. */
export function fitTensor(
  context: GroupContext,
  input: Tensor,
  { padding = 0, multiple = 1 }: Fit,
): BoundLayer {
  const { kernels } = context.workspace;
  const { height, width, channels } = input.shape;
  const padded = { height: height + 2 * padding, width: width + 2 * padding, channels };
  const output = allocateTensor(context, padded, { multiple, isData: input.isData, lengths: input.lengths });
  const corner = 4 * padding * (output.row + output.channels);
  const wholeRows = output.channels === input.channels;

  /** Copies an example's values, position by position where their sizes differ. */
  function copy(target: number, to: Tensor, source: number, from: Tensor): void {
    if (wholeRows) {
      kernels.copyRows(target, to.row, source, from.row, height, width * from.channels);
      return;
    }
    for (let y = 0; y < height; y++) {
      const row = target + 4 * y * to.row;
      kernels.copyRows(row, to.channels, source + 4 * y * from.row, from.channels, width, channels);
    }
  }

  function forward(count: number): void {
    for (let i = 0; i < count; i++) {
      const target = output.values + 4 * i * output.stride + corner;
      copy(target, output, input.values + 4 * i * input.stride, input);
    }
  }

  function backward(count: number): void {
    if (input.isData) return;
    for (let i = 0; i < count; i++) {
      const target = input.gradients + 4 * i * input.stride;
      if (input.row > width * input.channels) kernels.clear(target, height * input.row);
      copy(target, input, output.gradients + 4 * i * output.stride + corner, output);
    }
  }

  return { output, forward, backward };
}
