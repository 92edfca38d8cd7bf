import { wrongShape } from "../../../validate.js";
import type { TensorsToWrite, TensorToWrite } from "../../safetensors/tensors-to-write.js";
import { dimensionOf } from "../model.js";
import { architectureTensors } from "./_internal/architecture-tensors.js";
import { type CheckpointTensor, countOf, isCompact } from "./_internal/checkpoint-tensor.js";
import { readFromPlaces } from "./_internal/copy-numbers.js";
import type { Architecture } from "./architecture.js";

const WHERE = "checkpointTensors";

/**
 * The way back of {@link weightsFromCheckpoint}: a model's weights as the tensors of a checkpoint with the
 * public names, the model's prefix included, for `safetensors.writeSafetensors` or `encodeSafetensors`.
 *
 * Tensors that lie otherwise here are made when they are written, in one array that all of them share. The
 * table of positions has the model's length, RoBERTa's two rows of zeros before that.
 *
 * @param architecture what the weights are of
 * @param weights as many as its model has
 * @throws DpError BAD_INPUT or OUT_OF_RANGE the architecture is none, or the weights are not its model's
 * @example
 * const tiny = { architecture: "vit", layers: 1, heads: 1, width: 2, side: 4, patch: 2, classes: 2 } as const;
 * const { tensors } = checkpointTensors(tiny, new Float32Array(dimensionOf(architectureModel(tiny))));
 * tensors[0].name; // vit.embeddings.patch_embeddings.projection.weight
 * tensors[0].shape; // [2, 3, 2, 2]
 */
export function checkpointTensors(architecture: Architecture, weights: Float32Array): TensorsToWrite {
  const { model, tensors, layout } = architectureTensors(WHERE, architecture);
  const dimension = dimensionOf(model);
  if (!(weights instanceof Float32Array) || weights.length !== dimension) {
    throw wrongShape(`${WHERE}: weights`, weights, `a Float32Array of ${dimension} numbers`);
  }
  let shared = new Float32Array();
  const scratch = (length: number): Float32Array => {
    if (shared.length < length) shared = new Float32Array(length);
    return shared.subarray(0, length);
  };
  const toWrite = tensors.map((tensor): TensorToWrite => {
    const shape = fileShape(tensor);
    const name = tensor.isHead ? tensor.name : `${layout.prefix}${tensor.name}`;
    return { name, shape, values: valuesOf(tensor, weights, () => scratch(countOf(shape))) };
  });
  return { tensors: toWrite, metadata: { format: "pt" } };
}

function fileShape({ shape, firstRow = 0 }: CheckpointTensor): readonly number[] {
  const [rows, ...others] = shape;
  return [firstRow + rows!, ...others];
}

function valuesOf(
  tensor: CheckpointTensor,
  weights: Float32Array,
  scratch: () => Float32Array,
): TensorToWrite["values"] {
  const { start, shape, firstRow = 0 } = tensor;
  const own = weights.subarray(start, start + countOf(shape));
  if (isCompact(tensor) && firstRow === 0) return own;
  return () => {
    const values = scratch();
    if (isCompact(tensor)) {
      values.fill(0);
      values.set(own, values.length - own.length);
    } else readFromPlaces(values, tensor, weights);
    return values;
  };
}
