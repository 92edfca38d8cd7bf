import type { Layer } from "../layers/layer.js";
import { kindOf, parameterCount } from "../layers/registry.js";
import type { Shape } from "../layers/shape.js";
import { inputShape, type ModelInput } from "../layers/token-input.js";
import { type Block, isResidual } from "./block.js";

/** A layer in its place in a model. */
export interface PlacedLayer {
  readonly layer: Layer;
  /** The numbers of the blocks around it and its own, e.g. `3.0`. */
  readonly path: string;
  readonly input: Shape;
  /** Its weights are numbers start .. end - 1. */
  readonly start: number;
  readonly end: number;
}

/** A model, but for its target. */
interface Blocks {
  readonly input: ModelInput;
  readonly layers: readonly Block[];
}

/** All layers of a model in the order in which its weights are stored, those inside of residual blocks too. */
export function placedLayers({ input, layers }: Blocks): PlacedLayer[] {
  const placed: PlacedLayer[] = [];
  walk(layers, { shape: inputShape(input), path: "", placed });
  return placed;
}

/** The shape behind a block. */
export function shapeBehind(block: Block, input: Shape): Shape {
  return isResidual(block) ? input : kindOf(block).shape(block, input);
}

function walk(
  blocks: readonly Block[],
  { shape, path, placed }: { shape: Shape; readonly path: string; readonly placed: PlacedLayer[] },
): void {
  let input = shape;
  for (const [i, block] of blocks.entries()) {
    const place = `${path}${i}`;
    if (isResidual(block)) {
      walk(block.layers, { shape: input, path: `${place}.`, placed });
    } else {
      const start = placed.at(-1)?.end ?? 0;
      placed.push({ layer: block, path: place, input, start, end: start + parameterCount(block, input) });
    }
    input = shapeBehind(block, input);
  }
}
