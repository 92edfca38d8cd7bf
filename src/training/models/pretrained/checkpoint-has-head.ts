import { checkArray, checkOptions } from "../../../validate.js";
import type { TensorReader } from "../../safetensors/tensor-reader.js";
import { architectureTensors } from "./_internal/architecture-tensors.js";
import type { Architecture } from "./architecture.js";

const WHERE = "checkpointHasHead";

/**
 * Whether a checkpoint has what predicts an architecture's classes, of these shapes; where it has not,
 * {@link weightsFromCheckpoint} makes a new one with `newHead`. Heads that share the embedding's weights are
 * always there.
 *
 * @param architecture what the checkpoint is of, with its extents
 * @param reader the file, as `safetensors.openSafetensors` opens it
 * @throws DpError BAD_INPUT or OUT_OF_RANGE the architecture is none, or the reader
 * @example
 * const tiny = { architecture: "vit", layers: 1, heads: 1, width: 2, side: 4, patch: 2, classes: 2 } as const;
 * const weights = new Float32Array(dimensionOf(architectureModel(tiny)));
 * const reader = await openSafetensors(encodeSafetensors(checkpointTensors(tiny, weights)));
 * checkpointHasHead({ ...tiny, classes: 3 }, reader); // false
 */
export function checkpointHasHead(
  architecture: Architecture,
  reader: Pick<TensorReader, "tensors">,
): boolean {
  const head = architectureTensors(WHERE, architecture).tensors.filter(({ isHead }) => isHead);
  const tensors = checkArray(`${WHERE}: reader.tensors`, checkOptions(WHERE, reader, "reader").tensors);
  const given = new Map(tensors.map(({ name, shape }) => [name, shape.join(" x ")]));
  return head.every(({ name, shape }) => given.get(name) === shape.join(" x "));
}
