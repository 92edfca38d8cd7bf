import type { Workspace } from "../../tensor/workspace.js";
import type { BoundInput, BoundLayer, BoundParameters, Tensor } from "../layers/_internal/bound-layer.js";
import { fitTensor } from "../layers/_internal/fit-tensor.js";
import { isCompact } from "../layers/_internal/tensor.js";
import { bindValueInput } from "../layers/_internal/value-input.js";
import type { ClippingMode } from "../layers/clipping-mode.js";
import type { GroupContext } from "../layers/layer-kind.js";
import { kindOf } from "../layers/registry.js";
import type { Shape } from "../layers/shape.js";
import { type BlockContext, bindBlock } from "./bind-block.js";
import { type Block, isLayer } from "./block.js";
import { groupOf } from "./group-of.js";
import { type Model, targetOf, usedShapes } from "./model.js";

export interface BoundModel {
  readonly input: BoundInput;
  /** All layers, the input first. */
  readonly layers: readonly BoundLayer[];
  /** What is trained, and what is not, in the order in which the weights are stored. */
  readonly trained: readonly BoundParameters[];
  readonly frozen: readonly BoundParameters[];
  /** The logits of an example side by side, or those of a position. */
  readonly output: Tensor;
  /** Examples that go through the layers together. */
  readonly group: number;
}

/** Gives every layer of a model its memory. */
export function bindModel(workspace: Workspace, model: Model, clippingMode?: ClippingMode): BoundModel {
  const group: GroupContext = { workspace, group: groupOf(model), clippingMode };
  const [shape, ...shapes] = usedShapes(model);
  const [first, ...others] = model.layers;
  const reader = bindReader(first!, group, shape!, shapes[0]!);
  const input = reader ?? bindValueInput(group, shape!);
  const parts: Omit<BlockContext, keyof GroupContext | "tokens"> = { trained: [], frozen: [] };
  const context: BlockContext = { ...group, ...parts, tokens: input.tokens };
  if (reader?.parameters) (isFrozen(first!) ? parts.frozen : parts.trained).push(reader.parameters);
  const layers: BoundLayer[] = [input];
  const skipped = reader === undefined ? 0 : 1;
  for (const [i, block] of (reader === undefined ? model.layers : others).entries()) {
    const from = withoutGradient(layers.at(-1)!.output, parts.trained.length === 0);
    layers.push(...bindBlock(block, context, from, shapes[i + skipped]!));
  }
  if (targetOf(model) === "class" && !isCompact(layers.at(-1)!.output)) {
    layers.push(fitTensor(group, layers.at(-1)!.output, {}));
  }
  return { input, layers, ...parts, output: layers.at(-1)!.output, group: group.group };
}

/** The first layer, where its kind reads the examples itself. */
function bindReader(
  first: Block,
  context: GroupContext,
  input: Shape,
  output: Shape,
): BoundInput | undefined {
  return isLayer(first) ? kindOf(first).bindInput?.(first, { ...context, input, output }) : undefined;
}

function isFrozen(block: Block): boolean {
  return isLayer(block) && block.frozen === true;
}

/** What comes before all that is trained is as good as data. */
function withoutGradient(tensor: Tensor, nothingTrained: boolean): Tensor {
  return nothingTrained ? { ...tensor, isData: true } : tensor;
}
