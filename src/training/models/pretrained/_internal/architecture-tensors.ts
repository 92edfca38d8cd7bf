import { checkNumber } from "../../../../validate.js";
import { dimensionOf, type Model } from "../../model.js";
import { placedLayers } from "../../placed-layers.js";
import { transformerSize } from "../../transformer-size.js";
import { type Architecture, type ArchitectureName, architectureModel } from "../architecture.js";
import { bertLayout, robertaLayout } from "./bert-layout.js";
import type { CheckpointLayout, LayoutExtents } from "./checkpoint-layout.js";
import type { CheckpointTensor } from "./checkpoint-tensor.js";
import { gpt2Layout } from "./gpt2-layout.js";
import { vitLayout } from "./vit-layout.js";

/** 4 GiB of them, twice what the kernels of a thread can take. */
const MAX_WEIGHTS = 2 ** 30;

const LAYOUTS: { readonly [Name in ArchitectureName]: (extents: LayoutExtents) => CheckpointLayout } = {
  bert: bertLayout,
  roberta: robertaLayout,
  gpt2: gpt2Layout,
  vit: vitLayout,
};

/** A model and the tensors of its checkpoints. */
export interface ArchitectureTensors {
  readonly model: Model;
  readonly layout: CheckpointLayout;
  readonly tensors: readonly CheckpointTensor[];
  /** Blocks of the model before its head, and the weights in them. */
  readonly body: { readonly blocks: number; readonly weights: number };
}

export function architectureTensors(where: string, architecture: Architecture): ArchitectureTensors {
  const model = architectureModel(architecture);
  checkNumber(`${where}: weights of the architecture`, dimensionOf(model), {
    min: 1,
    max: MAX_WEIGHTS,
    integer: true,
  });
  const { layers, width } = transformerSize(where, architecture);
  const patch = ("patch" in architecture ? architecture.patch : undefined) ?? 16;
  const layout = LAYOUTS[architecture.architecture]({ layers, width, patch });
  const blocks = model.layers.length - layout.headBlocks;
  const placed = placedLayers(model).filter(({ start, end }) => end > start);
  const isHead = (path: string): boolean => Number.parseInt(path, 10) >= blocks;
  const tensors = placed.flatMap((place, i) =>
    layout.layers[i]!(place).map((tensor) => ({ ...tensor, isHead: isHead(place.path) })),
  );
  const weights = placed.filter(({ path }) => !isHead(path)).at(-1)!.end;
  return { model, layout, tensors, body: { blocks, weights } };
}
