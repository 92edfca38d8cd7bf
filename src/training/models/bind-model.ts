import type { Workspace } from "../../tensor/workspace.js";
import type { BoundInput, BoundLayer, Tensor, TokenTable } from "../layers/_internal/bound-layer.js";
import { fitTensor } from "../layers/_internal/fit-tensor.js";
import { isCompact } from "../layers/_internal/tensor.js";
import { bindValueInput } from "../layers/_internal/value-input.js";
import type { GroupContext } from "../layers/layer-kind.js";
import { kindOf } from "../layers/registry.js";
import type { Shape } from "../layers/shape.js";
import { bindResidual } from "./bind-residual.js";
import { type Block, isResidual } from "./block.js";
import { groupOf } from "./group-of.js";
import { type Model, targetOf, usedShapes } from "./model.js";
import { shapeBehind } from "./placed-layers.js";

export interface BoundModel {
  readonly input: BoundInput;
  /** All layers, the input first. */
  readonly layers: readonly BoundLayer[];
  /** The logits of an example side by side, or those of a position. */
  readonly output: Tensor;
  /** Examples that go through the layers together. */
  readonly group: number;
}

/** Gives every layer of a model its memory. */
export function bindModel(workspace: Workspace, model: Model): BoundModel {
  const context: GroupContext = { workspace, group: groupOf(model) };
  const [shape, ...shapes] = usedShapes(model);
  const [first, ...blocks] = model.layers;
  const reader =
    first === undefined || isResidual(first)
      ? undefined
      : kindOf(first).bindInput?.(first, { ...context, input: shape!, output: shapes[0]! });
  const input = reader ?? bindValueInput(context, shape!);
  const layers: BoundLayer[] = [input];
  const tokens = input.tokens;
  if (reader === undefined)
    layers.push(...bindBlock(first!, { ...context, tokens }, input.output, shapes[0]!));
  for (const [i, block] of blocks.entries()) {
    layers.push(...bindBlock(block, { ...context, tokens }, layers.at(-1)!.output, shapes[i + 1]!));
  }
  if (targetOf(model) === "class" && !isCompact(layers.at(-1)!.output)) {
    layers.push(fitTensor(context, layers.at(-1)!.output, {}));
  }
  return { input, layers, output: layers.at(-1)!.output, group: context.group };
}

type BlockContext = GroupContext & { readonly tokens: TokenTable | undefined };

function bindBlock(block: Block, context: BlockContext, input: Tensor, output: Shape): readonly BoundLayer[] {
  if (!isResidual(block)) return kindOf(block).bind(block, { ...context, input, output });
  return bindResidual(context, input, (from) => {
    const layers: BoundLayer[] = [];
    for (const inner of block.layers) {
      const source = layers.at(-1)?.output ?? from;
      layers.push(...bindBlock(inner, context, source, shapeBehind(inner, source.shape)));
    }
    return layers;
  });
}
