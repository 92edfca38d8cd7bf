import type { Workspace } from "../../tensor/workspace.js";
import type { Range } from "../../validate.js";
import type { BoundInput, BoundLayer, Tensor, TokenTable } from "./_internal/bound-layer.js";
import type { ReferenceLayer } from "./_internal/reference-layer.js";
import type { ChannelFlow } from "./channel-flow.js";
import type { ClippingMode } from "./clipping-mode.js";
import type { Shape } from "./shape.js";

/** Everything that is known about a kind of layer; `LAYER_KINDS` has one of these for each. */
export interface LayerKind<Layer extends AnyLayer> extends LayerSpec<Layer> {
  /** Gives the layer its memory: itself, and before it what brings its input into the kernels' form. */
  bind(layer: Layer, context: LayerContext): readonly BoundLayer[];
  /**
   * The first layer of a model, where this kind can read examples in a faster form than floats; undefined
   * where it cannot.
   */
  bindInput?(layer: Layer, context: InputContext): BoundInput | undefined;
  /** The same in plain float64 loops: what the kernels are tested against. */
  reference(layer: Layer, input: Shape): ReferenceLayer;
}

/** What a layer is, whoever computes it. */
export interface LayerSpec<Layer extends AnyLayer> {
  /** What each field of the layer's description may be. */
  readonly fields: { readonly [Field in Exclude<keyof Layer, "kind" | "frozen">]-?: LayerField };
  /** The output's shape; an extent below 1 where the layer does not fit its input. */
  shape(layer: Layer, input: Shape): Shape;
  /**
   * The part of the input, from its upper left corner, that a layer reads to make the given part of its
   * output.
   */
  used(layer: Layer, input: Shape, output: Shape): Shape;
  /** What the layer works on, where that is larger than its input: zeros around it. */
  padded?(layer: Layer, input: Shape): Shape;
  /** Whether the kernel writes over its input, and needs its own output again for the gradient. */
  readonly inPlace?: true;
  /** Whether the layer reads token ids: it is the first one of a model of tokens, and of no other. */
  readonly readsTokens?: true;
  /** Whether a layer behind the first one looks at the token ids again: its input has a position for each. */
  seesTokens?(layer: Layer): boolean;
  /** Whether the layer's weights are those of the token embedding; it has none of its own. */
  readonly isTied?: true;
  /**
   * Of single examples' gradients the layer knows the norms alone, not the entries: no clipping by the
   * largest one, no randomizers.
   */
  readonly onlyNorms?: true;
  /**
   * Of a layer whose gradients are outer products, example by example: columns of the matrix that they are,
   * row by row, in the order of the parameters.
   */
  outerColumns?(layer: Layer): number;
  /** The layer's parameters, in the order in which a model stores them. */
  parameters(layer: Layer, input: Shape): readonly ParameterTensor[];
  /** How the channels of the input and the output stand in the parameters. */
  channels(layer: Layer, input: Shape): ChannelFlow;
}

interface AnyLayer {
  readonly kind: string;
}

export type LayerField = { readonly optional?: true } & (
  | { readonly range: Range }
  | { readonly words: readonly string[] }
  | { readonly flag: true }
);

/** An array of parameters with a name of its own, e.g. a layer's weights. */
export interface ParameterTensor {
  readonly name: string;
  readonly shape: readonly number[];
  /**
   * Its random start: uniform, as far as the fans say, or of a standard deviation; or one number for all.
   * Absent: zero.
   */
  readonly start?:
    | { readonly fans: { readonly in: number; readonly out: number } }
    | { readonly deviation: number }
    | { readonly constant: number };
}

/** Where a group's values are kept. */
export interface GroupContext {
  readonly workspace: Workspace;
  /** Examples that go through the layers together. */
  readonly group: number;
  /** Default: `mix-opt`. */
  readonly clippingMode?: ClippingMode | undefined;
}

/** Any layer may be frozen: its weights are given, and nothing is to be known about their gradients. */
export interface Freezable {
  readonly frozen?: boolean;
}

/** What a layer is bound to. */
export interface LayerContext extends GroupContext {
  readonly input: Tensor;
  /** The token embedding of a model of tokens, in layers behind it. */
  readonly tokens?: TokenTable | undefined;
  /** The part of the output that later layers read. */
  readonly output: Shape;
}

/** The same for a layer that takes the examples themselves. */
export interface InputContext extends GroupContext {
  readonly input: Shape;
  readonly output: Shape;
}
