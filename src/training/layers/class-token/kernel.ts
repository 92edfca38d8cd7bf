import type { BoundLayer } from "../_internal/bound-layer.js";
import { bindPassingLayer } from "../_internal/passing-layer.js";
import { positionsOf } from "../_internal/positions.js";
import type { Freezable, LayerContext } from "../layer-kind.js";

/** The class token before all positions of the input, which it makes one longer. */
export function bindClassToken({ frozen = false }: Freezable, context: LayerContext): readonly BoundLayer[] {
  const { input, layers } = positionsOf(context, context.input.shape);
  const { workspace, group } = context;
  const { kernels } = workspace;
  const { channels } = context.output;
  const { lengths: before } = input;
  const lengths = before === undefined ? undefined : workspace.allocate(4 * group);
  const copyVector = (target: number, source: number) =>
    kernels.copyRows(target, channels, source, channels, 1, channels);
  const bound = bindPassingLayer(
    { ...context, input },
    {
      frozen,
      count: channels,
      rowsBefore: 1,
      lengths,
      add(example, output, token) {
        copyVector(output, token);
        if (lengths === undefined) return;
        const [length] = workspace.words(before! + 4 * example, 1);
        workspace.words(lengths + 4 * example, 1)[0] = length! + 1;
      },
      writeGradient: (_, target, slopes) => copyVector(target, slopes),
    },
  );
  return [...layers, bound];
}
