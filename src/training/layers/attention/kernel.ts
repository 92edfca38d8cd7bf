import type { BoundLayer, Tensor } from "../_internal/bound-layer.js";
import { positionsOf } from "../_internal/positions.js";
import { productScratch } from "../_internal/product-scratch.js";
import { allocateTensor } from "../_internal/tensor.js";
import type { LayerContext } from "../layer-kind.js";
import type { AttentionLayer } from "./spec.js";

/**
 * Floats that the softmaxes of a group may take in each layer; above, they are worked out again on the way
 * back.
 */
const MAX_KEPT = 2 ** 21;

/** Attention, head by head, over the positions in use. */
export function bindAttention(layer: AttentionLayer, context: LayerContext): readonly BoundLayer[] {
  const { input, layers } = positionsOf(context, context.input.shape);
  return [...layers, bindPositions(layer, { ...context, input })];
}

/** One head of one example: addresses of its vectors at the first position, and of their gradients. */
interface Head {
  readonly length: number;
  readonly query: number;
  readonly key: number;
  readonly value: number;
  readonly output: number;
  readonly outputGradient: number;
  readonly softmax: number;
}

function bindPositions({ heads, causal }: AttentionLayer, context: LayerContext): BoundLayer {
  const { workspace, group, input, output: shape } = context;
  const { height: positions, channels: width } = shape;
  const output = allocateTensor(context, shape, { lengths: input.lengths });
  const size = width / heads;
  const isKept = group * heads * positions ** 2 <= MAX_KEPT;
  const softmaxes = workspace.allocateFloats((isKept ? group * heads : 1) * positions ** 2);
  const { attend, mix, differentiate } = headKernels(context, { output, size, causal });

  function* headsOf(count: number): Generator<Head> {
    for (let i = 0; i < count; i++) {
      for (let head = 0; head < heads; head++) {
        const query = input.values + 4 * (i * input.stride + head * size);
        const at = 4 * (i * output.stride + head * size);
        yield {
          length: lengthOf(i),
          query,
          key: query + 4 * width,
          value: query + 8 * width,
          output: output.values + at,
          outputGradient: output.gradients + at,
          softmax: softmaxes + (isKept ? 4 * (i * heads + head) * positions ** 2 : 0),
        };
      }
    }
  }

  function lengthOf(example: number): number {
    const { lengths } = input;
    return lengths === undefined ? positions : workspace.words(lengths, example + 1)[example]!;
  }

  /** Zeros behind the ends of sequences. */
  function clearPadding(values: number, { stride, channels }: Tensor, count: number): void {
    for (let i = 0; i < count; i++) {
      const start = values + 4 * (i * stride + lengthOf(i) * channels);
      workspace.kernels.clear(start, (positions - lengthOf(i)) * channels);
    }
  }

  return {
    output,
    forward(count) {
      clearPadding(output.values, output, count);
      for (const head of headsOf(count)) {
        attend(head);
        mix(head);
      }
    },
    backward(count) {
      if (input.isData) return;
      clearPadding(input.gradients, input, count);
      for (const head of headsOf(count)) {
        if (!isKept) attend(head);
        differentiate(head);
      }
    },
  };
}

interface Heads {
  readonly output: Tensor;
  /** Channels of a head. */
  readonly size: number;
  readonly causal: boolean;
}

/** The kernel calls for one head. */
function headKernels({ workspace, input }: LayerContext, { output, size, causal }: Heads) {
  const { kernels } = workspace;
  const { height: positions } = input.shape;
  const factor = 1 / Math.sqrt(size);
  const scratch = productScratch(workspace);
  const slopes = workspace.allocateFloats(positions ** 2);
  const toGradients = input.gradients - input.values;
  const from = input.channels;
  const to = output.channels;

  // biome-ignore format: kernel calls
  function attend({ length, query, key, softmax }: Head): void {
    kernels.product(length, length, size, query, from, 1, key, 1, from, softmax, positions, 0, false, scratch);
    kernels.attentionSoftmax(length, length, length, causal, factor, softmax, positions);
  }

  // biome-ignore format: kernel calls
  function mix({ length, value, softmax, output }: Head): void {
    kernels.product(length, size, length, softmax, positions, 1, value, from, 1, output, to, 0, false, scratch);
  }

  // biome-ignore format: kernel calls
  function differentiate({ length, query, key, value, outputGradient, softmax }: Head): void {
    const dQuery = query + toGradients;
    const dKey = key + toGradients;
    const dValue = value + toGradients;
    kernels.product(length, size, length, softmax, 1, positions, outputGradient, to, 1, dValue, from, 0, false, scratch);
    kernels.product(length, length, size, outputGradient, to, 1, value, 1, from, slopes, positions, 0, false, scratch);
    kernels.attentionSoftmaxGradient(length, length, factor, softmax, slopes, positions);
    kernels.product(length, size, length, slopes, positions, 1, key, from, 1, dQuery, from, 0, false, scratch);
    kernels.product(length, size, length, slopes, 1, positions, query, from, 1, dKey, from, 0, false, scratch);
  }

  return { attend, mix, differentiate };
}
