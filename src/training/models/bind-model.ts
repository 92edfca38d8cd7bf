import { DpError } from "../../errors.js";
import type { Workspace } from "../../tensor/workspace.js";
import { type Model, usedShapes } from "./model.js";
import { bindActivation } from "../layers/activation/kernel.js";
import type { BoundInput, BoundLayer, Tensor } from "../layers/_internal/bound-layer.js";
import { bindConvolution } from "../layers/convolution/kernel.js";
import { bindDense } from "../layers/dense/kernel.js";
import { bindInputConvolution } from "../layers/convolution/sparse-input.js";
import type { Layer, LayerOf, Shape } from "../layers/layer.js";
import { bindMaxPool } from "../layers/max-pool/kernel.js";
import { bindPadding } from "../layers/_internal/fit-tensor.js";

export interface BoundModel {
  readonly input: BoundInput;
  /** All layers, the input first. */
  readonly layers: readonly BoundLayer[];
}

/**
 * Gives every layer of a model its memory.
 *
 * @throws DpError BAD_INPUT the kernels do not have a layer of this form
 */
export function bindLayers(workspace: Workspace, model: Model): BoundModel {
  const [first, ...rest] = model.layers;
  const [inputShape, ...shapes] = usedShapes(model);
  const input = bindInputConvolution(
    workspace,
    inputConvolution(first, inputShape!),
    inputShape!,
    shapes[0]!,
  );
  const layers: BoundLayer[] = [input];
  for (const [i, layer] of rest.entries()) {
    if (layer.kind === "convolution" && layer.padding > 0) {
      layers.push(bindPadding(workspace, layer.padding, layers.at(-1)!.output));
    }
    layers.push(bindLayer(workspace, layer, layers.at(-1)!.output, shapes[i + 1]!));
  }
  return { input, layers };
}

function inputConvolution(layer: Layer | undefined, input: Shape): LayerOf<"convolution"> {
  if (layer?.kind !== "convolution") throw unsupported("the first layer must be a convolution");
  require(layer.side % layer.stride === 0, "the first convolution's side must be a multiple of its stride");
  require((layer.side / layer.stride) ** 2 <= 32, "the first convolution's side is at most five strides");
  const extent = Math.max(input.height, input.width) + 2 * layer.padding;
  require(extent <= 64 * layer.stride, "the first convolution takes at most 64 strides, padding included");
  require(layer.filters % 16 === 0, "the first convolution must have a multiple of 16 filters");
  return layer;
}

function bindLayer(workspace: Workspace, layer: Layer, input: Tensor, output: Shape): BoundLayer {
  switch (layer.kind) {
    case "convolution": {
      const segment = layer.side * input.shape.channels;
      require(layer.filters % 16 === 0, "a convolution must have a multiple of 16 filters");
      require(segment % 16 === 0, "a convolution's side times its channels must be a multiple of 16");
      require(output.height * output.width >= 2, "a convolution must have at least 2 positions");
      return bindConvolution(workspace, layer, input, output);
    }
    case "maxPool":
      require(layer.side === 2, "a max-pool's side must be 2");
      require(input.shape.channels % 4 === 0, "a max-pool's channels must be a multiple of 4");
      return bindMaxPool(workspace, layer, input, output);
    case "activation":
      return bindActivation(workspace, layer, input);
    case "dense":
      require(input.row ===
        input.shape.width * input.shape.channels, "a dense layer cannot follow the first one");
      return bindDense(workspace, layer, input, output);
  }
}

function require(holds: boolean, what: string): void {
  if (!holds) throw unsupported(what);
}

function unsupported(what: string): DpError {
  return new DpError("BAD_INPUT", `model: ${what}; the kernels have no other form`, { parameter: "model" });
}
