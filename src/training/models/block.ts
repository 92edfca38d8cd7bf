import type { Layer } from "../layers/layer.js";

/** x + f(x): what some blocks, one after the other, make of their input is added to it. They keep its shape. */
export interface ResidualBlock {
  readonly kind: "residual";
  readonly layers: readonly Block[];
}

/** A step of a model: a layer, or layers with a connection around them. */
export type Block = Layer | ResidualBlock;

/** Tells the two kinds of block apart. */
export function isResidual(block: Block): block is ResidualBlock {
  return block.kind === "residual";
}
