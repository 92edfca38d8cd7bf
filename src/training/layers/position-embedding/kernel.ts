import type { BoundLayer } from "../_internal/bound-layer.js";
import { bindPassingLayer } from "../_internal/passing-layer.js";
import { positionsOf } from "../_internal/positions.js";
import type { Freezable, LayerContext } from "../layer-kind.js";

/** The embedding of positions: an example's gradient is that of the layer's output. */
export function bindPositionEmbedding(
  { frozen = false }: Freezable,
  context: LayerContext,
): readonly BoundLayer[] {
  const { input, layers } = positionsOf(context, context.output);
  const { kernels } = context.workspace;
  const count = context.output.height * context.output.channels;
  const bound = bindPassingLayer(
    { ...context, input },
    {
      frozen,
      count,
      rowsBefore: 0,
      add: (_, output, weights) => kernels.addTo(output, weights, count),
      writeGradient: (_, target, slopes) => kernels.copyRows(target, count, slopes, count, 1, count),
    },
  );
  return [...layers, bound];
}
