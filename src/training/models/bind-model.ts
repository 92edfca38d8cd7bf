import type { Workspace } from "../../tensor/workspace.js";
import type { BoundInput, BoundLayer, Tensor } from "../layers/_internal/bound-layer.js";
import { fitTensor } from "../layers/_internal/fit-tensor.js";
import { isCompact } from "../layers/_internal/tensor.js";
import { bindValueInput } from "../layers/_internal/value-input.js";
import { kindOf } from "../layers/registry.js";
import { type Model, usedShapes } from "./model.js";

export interface BoundModel {
  readonly input: BoundInput;
  /** All layers, the input first. */
  readonly layers: readonly BoundLayer[];
  /** The logits, side by side. */
  readonly output: Tensor;
}

/** Gives every layer of a model its memory. */
export function bindModel(workspace: Workspace, model: Model): BoundModel {
  const [shape, ...shapes] = usedShapes(model);
  const first = model.layers[0]!;
  const reader = kindOf(first).bindInput?.(first, { workspace, input: shape!, output: shapes[0]! });
  const input = reader ?? bindValueInput(workspace, shape!);
  const layers: BoundLayer[] = [input];
  for (const [i, layer] of model.layers.entries()) {
    if (i === 0 && reader !== undefined) continue;
    const context = { workspace, input: layers.at(-1)!.output, output: shapes[i]! };
    layers.push(...kindOf(layer).bind(layer, context));
  }
  if (!isCompact(layers.at(-1)!.output)) layers.push(fitTensor(workspace, layers.at(-1)!.output, {}));
  return { input, layers, output: layers.at(-1)!.output };
}
