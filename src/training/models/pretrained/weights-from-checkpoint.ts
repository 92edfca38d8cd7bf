import { DpError } from "../../../errors.js";
import type { RandomSource } from "../../../random/random-source.js";
import { checkArray, checkFunction, checkOptions, wrongShape } from "../../../validate.js";
import type { TensorInfo, TensorReader } from "../../safetensors/tensor-reader.js";
import { initialWeights } from "../initial-weights.js";
import { dimensionOf, layerShapes } from "../model.js";
import { type ArchitectureTensors, architectureTensors } from "./_internal/architecture-tensors.js";
import { type CheckpointTensor, countOf } from "./_internal/checkpoint-tensor.js";
import { readToPlaces } from "./_internal/copy-numbers.js";
import { type FoundTensor, type MatchedTensors, matchTensors } from "./_internal/match-tensors.js";
import type { Architecture } from "./architecture.js";

/** What is not taken from the checkpoint. */
export interface FromCheckpointOptions {
  /**
   * Where a head for other classes takes its random weights from; whatever head the checkpoint has is ignored
   * then.
   */
  readonly newHead?: RandomSource;
}

/** A model's weights, and the tensors of the checkpoint that it has no use for. */
export interface CheckpointWeights {
  readonly weights: Float32Array;
  /** Names, e.g. those of a head for another task. */
  readonly ignored: readonly string[];
}

const WHERE = "weightsFromCheckpoint";

/**
 * The weights of a public architecture from a checkpoint with the public models' tensor names, read tensor by
 * tensor into one array: there is no second copy. Names with or without the model's prefix (`bert.`,
 * `roberta.`, `transformer.`, `vit.`) will do.
 *
 * Names, types and shapes of all tensors are checked before any is read. A table of positions may be longer
 * than the model: its first rows are taken. Weights that came from the private records themselves are a
 * release of them that nobody charges: take public checkpoints.
 *
 * @param architecture what the checkpoint is of, with its extents
 * @param reader the file, as `safetensors.openSafetensors` opens it; it stays open
 * @returns the weights, in the order of `architectureModel(architecture)`, and the tensors that were not used
 * @throws DpError DATA_UNREADABLE a tensor is missing, of another shape or type, not finite, or none of the
 *   architecture's; the message names it; BAD_INPUT or OUT_OF_RANGE the architecture, the reader or an option
 *   is not what it should be
 * @example
 * const tiny = { architecture: "gpt2", layers: 1, heads: 1, width: 2, vocabulary: 3, length: 4 } as const;
 * const start = initialWeights(architectureModel(tiny), seededSource(1));
 * const file = encodeSafetensors(checkpointTensors(tiny, start));
 * const { weights } = await weightsFromCheckpoint(tiny, await openSafetensors(file));
 * weights.every((weight, i) => weight === start[i]); // true
 */
export async function weightsFromCheckpoint(
  architecture: Architecture,
  reader: TensorReader,
  options: FromCheckpointOptions = {},
): Promise<CheckpointWeights> {
  const { newHead } = checkOptions(WHERE, options);
  const infos = readInfos(reader);
  const parts = architectureTensors(WHERE, architecture);
  const isWanted = ({ isHead }: CheckpointTensor): boolean => newHead === undefined || !isHead;
  const matched = matchTensors(parts.tensors.filter(isWanted), infos, {
    where: WHERE,
    layout: parts.layout,
    unwanted: parts.tensors.filter((tensor) => !isWanted(tensor)),
  });
  const weights = new Float32Array(dimensionOf(parts.model));
  if (newHead !== undefined) weights.set(headWeights(parts, newHead), parts.body.weights);
  for (const found of matched.found) await readTensor(weights, found, reader);
  await checkCopy(weights, reader, { ...parts, ...matched });
  return { weights, ignored: matched.ignored };
}

/** What the file has, where a caller without types may have given something else. */
function readInfos(reader: TensorReader): readonly TensorInfo[] {
  const { tensors, read } = checkOptions(WHERE, reader, "reader");
  checkFunction(`${WHERE}: reader.read`, read);
  return checkArray(`${WHERE}: reader.tensors`, tensors).map((info, i) => {
    const place = `${WHERE}: reader.tensors[${i}]`;
    const { name, dtype, shape, count } = checkOptions(place, info, "tensor");
    const extents = checkArray(`${place}.shape`, shape);
    if ([name, dtype].some((text) => typeof text !== "string") || !extents.every(Number.isSafeInteger)) {
      throw wrongShape(place, info, "a tensor's name, dtype and shape, as openSafetensors reads them");
    }
    return { name, dtype, shape: extents, count };
  });
}

async function readTensor(
  weights: Float32Array,
  { tensor, name }: FoundTensor,
  reader: TensorReader,
): Promise<void> {
  await readToPlaces(weights, tensor, async (into, from) => {
    await reader.read(name, into, from);
    const at = into.findIndex((value) => !Number.isFinite(value));
    if (at < 0) return;
    const message = `${WHERE}: tensor ${name} has a number that is not finite, ${into[at]}`;
    throw new DpError("DATA_UNREADABLE", message, { parameter: name, value: into[at] });
  });
}

function headWeights({ model, body }: ArchitectureTensors, source: RandomSource): Float32Array {
  if (body.blocks === model.layers.length) return new Float32Array();
  const input = layerShapes(model)[body.blocks]!;
  return initialWeights({ input, layers: model.layers.slice(body.blocks) }, source);
}

/**
 * A head that shares the embedding's weights may be in the file all the same: then it must be the same
 * numbers.
 */
async function checkCopy(
  weights: Float32Array,
  reader: TensorReader,
  { layout, tensors, copy }: ArchitectureTensors & MatchedTensors,
): Promise<void> {
  if (copy === undefined) return;
  const { start, shape } = tensors.find(({ name }) => name === layout.copy!.of)!;
  const own = weights.subarray(start, start + countOf(shape));
  const piece = new Float32Array(Math.min(own.length, 2 ** 18));
  for (let from = 0; from < own.length; from += piece.length) {
    const part = piece.subarray(0, Math.min(piece.length, own.length - from));
    await reader.read(copy, part, from);
    const at = part.findIndex((value, i) => value !== own[from + i]);
    if (at < 0) continue;
    const message = `${WHERE}: tensor ${copy} must be that of the token embedding, whose weights the head shares`;
    throw new DpError("DATA_UNREADABLE", message, {
      parameter: copy,
      value: part[at],
      allowed: `${own[from + at]}`,
    });
  }
}
