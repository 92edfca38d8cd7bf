import type { ChannelAxis } from "../layers/channel-flow.js";
import type { Layer } from "../layers/layer.js";
import { kindOf } from "../layers/registry.js";
import type { Shape } from "../layers/shape.js";
import { layerName } from "../models/layer-name.js";
import { layerShapes, type Model } from "../models/model.js";
import { readModel } from "../models/read-model.js";
import { ChannelSpace } from "./_internal/channel-space.js";
import type { PermutationSet, PermutedAxis } from "./permutation-set.js";

/**
 * The permutation-invariant sets of a model: hidden units and filters with the weights that read them. The order of the input's
 * channels and of the classes is the data's and stays.
 *
 * The weights at which the sets' permutations leave a model are other weights of the same function, and gradients move along:
 * training goes on as if nothing had happened.
 *
 * @param model a model
 * @returns the sets, in the order of the layers; none where there is nothing between the examples and the classes
 * @throws DpError BAD_INPUT or OUT_OF_RANGE the model is none
 * @example
 * permutationSets(mnistCnn("tanh")).map(({ size }) => size); // [16, 16, 32]
 * @see Yang, Ji, Xiang, "Weights Shuffling for Improving DPSGD in Transformer-based Models", arXiv:2407.15414, Theorems 3 and 4
 * @see docs/theorems/permutation-invariance.md
 */
export function permutationSets(model: Model): PermutationSet[] {
  return setsOf(readModel("permutationSets", model));
}

function setsOf(model: Model): PermutationSet[] {
  const shapes = layerShapes(model);
  const spaces: ChannelSpace[] = [];
  let channels = spaceOf("the examples' channels", model.input.channels);
  channels.fix();
  for (const [i, layer] of model.layers.entries()) {
    channels = through(
      { layer, name: layerName(layer, i), input: shapes[i]!, output: shapes[i + 1]! },
      channels,
    );
  }
  channels.fix();
  return spaces
    .filter((space) => space.isRoot && !space.isFixed && space.size > 1)
    .map(({ name, size, members }) => ({ name, size, members }));

  function through({ layer, name, input, output }: PlacedLayer, before: ChannelSpace): ChannelSpace {
    const flow = kindOf(layer).channels(layer, input);
    before.add(named(name, flow.input));
    for (const { name: inner, axes } of flow.inner ?? []) {
      spaceOf(`${inner} of ${name}`, extentOf(axes)).add(named(name, axes));
    }
    if (flow.output === "input") return before;
    const after = spaceOf(`channels of ${name}`, output.channels);
    after.add(named(name, flow.output));
    return after;
  }

  function spaceOf(name: string, size: number): ChannelSpace {
    const space = new ChannelSpace(name, size);
    spaces.push(space);
    return space;
  }
}

interface PlacedLayer {
  readonly layer: Layer;
  /** As its tensors' names begin. */
  readonly name: string;
  readonly input: Shape;
  readonly output: Shape;
}

function named(layer: string, axes: readonly ChannelAxis[]): PermutedAxis[] {
  return axes.map(({ parameter, ...rest }) => ({ tensor: `${layer}.${parameter}`, ...rest }));
}

function extentOf([first]: readonly ChannelAxis[]): number {
  return first!.view[first!.axis]!;
}
