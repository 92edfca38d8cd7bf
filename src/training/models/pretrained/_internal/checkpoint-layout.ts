import type { LayerTensors } from "./layer-tensors.js";

/** How public checkpoints of an architecture name their tensors. */
export interface CheckpointLayout {
  /** What stands before the names of all but the head's tensors in a checkpoint of a whole model. */
  readonly prefix: string;
  /** The tensors of each layer with weights, in the model's order. */
  readonly layers: readonly LayerTensors[];
  /** Blocks at the model's end that are made anew for other classes. */
  readonly headBlocks: number;
  /** Names, without the prefix, of tensors that the model does not use. */
  readonly ignored: readonly RegExp[];
  /** A tensor that a file may have besides, and the one whose copy it must be; both without the prefix. */
  readonly copy?: { readonly name: string; readonly of: string };
}

/** The extents that the names depend on. */
export interface LayoutExtents {
  readonly layers: number;
  readonly width: number;
  /** Rows and columns of a patch, where there are patches. */
  readonly patch: number;
}

/** The tensors of every block of a Transformer, one after the other. */
export function eachBlock(
  { layers }: LayoutExtents,
  tensorsOf: (block: number) => readonly LayerTensors[],
): readonly LayerTensors[] {
  return Array.from({ length: layers }, (_, block) => tensorsOf(block)).flat();
}
