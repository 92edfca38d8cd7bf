import type { LayerPass, ReferenceLayer } from "../_internal/reference-layer.js";
import { type Shape, sizeOf } from "../shape.js";
import { type ConvolutionLayer, convolutionSpec } from "./spec.js";

/** A convolution of one example. */
export function referenceConvolution(layer: ConvolutionLayer, input: Shape): ReferenceLayer {
  const { filters, side } = layer;
  const { height, width } = convolutionSpec.shape(layer, input);
  const filterSize = side * side * input.channels;
  const biasStart = filters * filterSize;
  const segments = kernelRows(layer, input);
  return {
    forward(values, parameters) {
      const output = new Float64Array(height * width * filters);
      for (let i = 0; i < output.length; i++) output[i] = parameters[biasStart + (i % filters)]!;
      for (const { position, from, within, count } of segments) {
        for (let filter = 0; filter < filters; filter++) {
          const weight = filter * filterSize + within;
          let total = 0;
          for (let k = 0; k < count; k++) total += values[from + k]! * parameters[weight + k]!;
          output[position * filters + filter]! += total;
        }
      }
      return output;
    },
    inputGradient({ parameters, outputGradient }: LayerPass) {
      const gradient = new Float64Array(sizeOf(input));
      for (const { position, from, within, count } of segments) {
        for (let filter = 0; filter < filters; filter++) {
          const weight = filter * filterSize + within;
          const slope = outputGradient[position * filters + filter]!;
          for (let k = 0; k < count; k++) gradient[from + k]! += slope * parameters[weight + k]!;
        }
      }
      return gradient;
    },
    parameterGradient(pass: LayerPass, target) {
      target.fill(0);
      for (const { position, from, within, count } of segments) {
        for (let filter = 0; filter < filters; filter++) {
          const weight = filter * filterSize + within;
          const slope = pass.outputGradient[position * filters + filter]!;
          for (let k = 0; k < count; k++) target[weight + k]! += slope * pass.input[from + k]!;
        }
      }
      for (let i = 0; i < pass.outputGradient.length; i++) {
        target[biasStart + (i % filters)]! += pass.outputGradient[i]!;
      }
    },
  };
}

/**
 * A kernel row at a position, as far as it lies within the input: contiguous in the input and in a filter.
 */
interface Segment {
  readonly position: number;
  readonly from: number;
  readonly within: number;
  readonly count: number;
}

function kernelRows(layer: ConvolutionLayer, input: Shape): Segment[] {
  const { side, stride, padding } = layer;
  const { channels } = input;
  const { height, width } = convolutionSpec.shape(layer, input);
  const segments: Segment[] = [];
  for (let position = 0; position < height * width; position++) {
    const top = Math.floor(position / width) * stride - padding;
    const left = (position % width) * stride - padding;
    const first = Math.max(0, -left);
    const count = (Math.min(side, input.width - left) - first) * channels;
    for (let row = Math.max(0, -top); row < Math.min(side, input.height - top); row++) {
      const from = ((top + row) * input.width + left + first) * channels;
      segments.push({ position, from, within: (row * side + first) * channels, count });
    }
  }
  return segments;
}
