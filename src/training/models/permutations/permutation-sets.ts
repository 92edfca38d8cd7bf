import type { ChannelAxis } from "../../layers/channel-flow.js";
import { kindOf } from "../../layers/registry.js";
import { inputShape } from "../../layers/token-input.js";
import { type Block, isLayer } from "../block.js";
import type { Model } from "../model.js";
import { layerName } from "../model-tensors.js";
import { type PlacedLayer, placedLayers } from "../placed-layers.js";
import { readModel } from "../read-model.js";
import { type AttentionEnds, attentionSets } from "./_internal/attention-sets.js";
import { ChannelSpace } from "./_internal/channel-space.js";
import type { PermutationSet, PermutedAxis } from "./permutation-set.js";

/**
 * The permutation-invariant sets of a model: hidden units, filters, the channels of each head and of the
 * residual stream, with all the weights that write or read them. The order of the examples' values, of the
 * tokens and of the classes is the data's and stays.
 *
 * Frozen layers stay as they are, and with them the order of all channels that they read or write.
 *
 * The weights at which the sets' permutations leave a model are other weights of the same function, and
 * gradients move along: training goes on as if nothing had happened.
 *
 * @param model a model
 * @returns the sets, in the order of the layers; none where there is nothing between the examples and the
 *   classes
 * @throws DpError BAD_INPUT or OUT_OF_RANGE the model is none
 * @example
 * permutationSets(mnistCnn("tanh")).map(({ size }) => size); // [16, 16, 32]
 * @see Yang, Ji, Xiang, "Weights Shuffling for Improving DPSGD in Transformer-based Models",
 *   arXiv:2407.15414, Theorems 3 and 4
 * @see docs/theorems/permutation-invariance.md
 */
export function permutationSets(model: Model): PermutationSet[] {
  const read = readModel("permutationSets", model);
  const walk = new ChannelWalk(placedLayers(read));
  const channels = walk.spaceOf("the examples' values", inputShape(read.input).channels);
  channels.fix();
  walk.through(read.layers, channels).fix();
  return [
    ...walk.spaces.filter((space) => space.root === space && !space.isFixed && space.attentionEnds === 0),
    ...walk.attentions.flatMap(attentionSets),
  ]
    .filter(({ size }) => size > 1)
    .map(({ name, size, members }) => ({ name, size, members }));
}

/** Follows the channels from the examples to the classes. */
class ChannelWalk {
  readonly spaces: ChannelSpace[] = [];
  readonly attentions: AttentionEnds[] = [];
  readonly #layers: Iterator<PlacedLayer>;
  #tokens: ChannelSpace | undefined;

  constructor(layers: readonly PlacedLayer[]) {
    this.#layers = layers[Symbol.iterator]();
  }

  spaceOf(name: string, size: number): ChannelSpace {
    const space = new ChannelSpace(name, size);
    this.spaces.push(space);
    return space;
  }

  /** The channels behind these blocks. */
  through(blocks: readonly Block[], before: ChannelSpace): ChannelSpace {
    return blocks.reduce((channels, block) => this.#block(block, channels), before);
  }

  /** What is added up must stand in the same order. */
  #block(block: Block, before: ChannelSpace): ChannelSpace {
    if (isLayer(block)) return this.#layer(this.#layers.next().value!, before);
    if (block.kind === "residual") {
      before.join(this.through(block.layers, before));
      return before;
    }
    const [first, ...others] = block.branches.map((branch) => this.through(branch, before));
    for (const other of others) first!.join(other);
    return first!;
  }

  #layer(place: PlacedLayer, before: ChannelSpace): ChannelSpace {
    const { layer, input } = place;
    const kind = kindOf(layer);
    const name = layerName(place);
    const flow = kind.channels(layer, input);
    const isFrozen = layer.frozen === true;
    if (isFrozen && flow.input.length > 0) before.fix();
    before.add(named(name, flow.input));
    if (flow.output === "input") return before;
    const after = this.spaceOf(`channels of ${name}`, kind.shape(layer, input).channels);
    after.add(named(name, flow.output));
    if (isFrozen) after.fix();
    if (flow.heads !== undefined) this.#attend({ name, heads: flow.heads, before, after });
    if (kind.readsTokens) this.#tokens = after;
    if (kind.isTied) this.#tie(before, after);
    return after;
  }

  #attend(ends: AttentionEnds): void {
    ends.before.markAttentionEnd();
    ends.after.markAttentionEnd();
    this.attentions.push(ends);
  }

  /**
   * The layer's weights are the embedding's: it reads what the embedding writes, and its logits are the
   * tokens'.
   */
  #tie(before: ChannelSpace, logits: ChannelSpace): void {
    before.join(this.#tokens!);
    logits.fix();
  }
}

function named(layer: string, axes: readonly ChannelAxis[]): PermutedAxis[] {
  return axes.map(({ parameter, ...rest }) => ({ tensor: `${layer}.${parameter}`, ...rest }));
}
