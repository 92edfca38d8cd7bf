import type { Layer } from "../layers/layer.js";

/**
 * x + f(x): what some blocks, one after the other, make of their input is added to it. They keep its shape.
 */
export interface ResidualBlock {
  readonly kind: "residual";
  readonly layers: readonly Block[];
}

/**
 * f(x) + g(x) + …: what two or more branches of blocks make of the same input is added up. They make the same
 * shape.
 */
export interface SumBlock {
  readonly kind: "sum";
  readonly branches: readonly (readonly Block[])[];
}

/** A step of a model: a layer, or layers with connections around them. */
export type Block = Layer | ResidualBlock | SumBlock;

/** Tells layers from what is made of them. */
export function isLayer(block: Block): block is Layer {
  return block.kind !== "residual" && block.kind !== "sum";
}
