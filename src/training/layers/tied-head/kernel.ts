import type { BoundLayer } from "../_internal/bound-layer.js";
import { positionsOf, runsOf } from "../_internal/positions.js";
import { productScratch } from "../_internal/product-scratch.js";
import { allocateTensor } from "../_internal/tensor.js";
import type { LayerContext } from "../layer-kind.js";

/**
 * The tied head: products with the embedding's weights, which the embedding is told of, for the gradients are
 * its own.
 */
export function bindTiedHead(context: LayerContext): readonly BoundLayer[] {
  const { input, layers } = positionsOf(context, context.output);
  return [...layers, bindPositions({ ...context, input })];
}

function bindPositions(context: LayerContext): BoundLayer {
  const { workspace, input, output: shape, tokens } = context;
  const { kernels } = workspace;
  const { vocabulary, units, weights, rowFloats, tie } = tokens!;
  const positions = shape.height * shape.width;
  const output = allocateTensor(context, shape, { lengths: input.lengths });
  const scratch = productScratch(workspace);
  tie(input, output);

  function forward(count: number): void {
    for (const { example, rows } of runsOf(positions, [input, output], count)) {
      const x = input.values + 4 * example * input.stride;
      const y = output.values + 4 * example * output.stride;
      // biome-ignore format: one kernel call
      kernels.product(rows, vocabulary, units, x, input.channels, 1, weights, 1, rowFloats, y, output.channels, 0, false, scratch);
    }
  }

  function backward(count: number): void {
    for (const { example, rows } of runsOf(positions, [input, output], count)) {
      const dx = input.gradients + 4 * example * input.stride;
      const dy = output.gradients + 4 * example * output.stride;
      // biome-ignore format: one kernel call
      kernels.product(rows, units, vocabulary, dy, output.channels, 1, weights, rowFloats, 1, dx, input.channels, 0, false, scratch);
    }
  }

  return { output, forward, backward };
}
