/**
 * Where the channels of a layer's input and output stand in its parameters: what has to move together so that
 * a permutation of the channels changes nothing that the model computes.
 */
export interface ChannelFlow {
  /** Axes along the input's channels. */
  readonly input: readonly ChannelAxis[];
  /**
   * Axes along the output's channels; "input" where they are the input's own: each is computed like every
   * other.
   */
  readonly output: readonly ChannelAxis[] | "input";
  /**
   * How many heads attend: the input's channels are then [query, key, value][head][channel], the output's
   * [head][channel], and they move within a head, queries with keys and values with outputs, or with the
   * whole head.
   */
  readonly heads?: number;
}

/** An axis of one of a layer's parameter tensors. */
export interface ChannelAxis {
  /** The tensor's name within its layer. */
  readonly parameter: string;
  /** The shape in which the tensor is read; its product is the tensor's size. */
  readonly view: readonly number[];
  /** Number of the axis of that shape. */
  readonly axis: number;
}
