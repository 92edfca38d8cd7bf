import type { Layer } from "../layers/layer.js";
import { kindOf, parameterCount } from "../layers/registry.js";
import type { Shape } from "../layers/shape.js";
import { inputShape, type ModelInput } from "../layers/token-input.js";
import { type Block, isLayer } from "./block.js";

/** A layer in its place in a model. */
export interface PlacedLayer {
  readonly layer: Layer;
  /** The numbers of the blocks around it and its own, e.g. `3.0`. */
  readonly path: string;
  readonly input: Shape;
  /** Its weights are numbers start .. end - 1 of those that are trained, or of the frozen ones. */
  readonly start: number;
  readonly end: number;
}

/** A model, but for its target. */
interface Blocks {
  readonly input: ModelInput;
  readonly layers: readonly Block[];
}

/** All layers of a model in the order in which its weights are stored, those inside of other blocks too. */
export function placedLayers({ input, layers }: Blocks): PlacedLayer[] {
  const placed: PlacedLayer[] = [];
  const ends = { trained: 0, frozen: 0 };
  walk(layers, inputShape(input), "", (layer, path, shape) => {
    const vector = layer.frozen ? "frozen" : "trained";
    const start = ends[vector];
    ends[vector] += parameterCount(layer, shape);
    placed.push({ layer, path, input: shape, start, end: ends[vector] });
  });
  return placed;
}

/** The shape behind a block. */
export function shapeBehind(block: Block, input: Shape): Shape {
  if (isLayer(block)) return kindOf(block).shape(block, input);
  return block.kind === "residual" ? input : shapeBehindAll(block.branches[0]!, input);
}

/** The shape behind blocks that follow one another. */
export function shapeBehindAll(blocks: readonly Block[], input: Shape): Shape {
  return blocks.reduce((shape, block) => shapeBehind(block, shape), input);
}

function walk(
  blocks: readonly Block[],
  input: Shape,
  path: string,
  visit: (layer: Layer, path: string, input: Shape) => void,
): void {
  let shape = input;
  for (const [i, block] of blocks.entries()) {
    const place = `${path}${i}`;
    if (isLayer(block)) visit(block, place, shape);
    else if (block.kind === "residual") walk(block.layers, shape, `${place}.`, visit);
    else for (const [j, branch] of block.branches.entries()) walk(branch, shape, `${place}.${j}.`, visit);
    shape = shapeBehind(block, shape);
  }
}
