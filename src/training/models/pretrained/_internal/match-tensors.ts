import { DpError } from "../../../../errors.js";
import { didYouMean } from "../../../../validate.js";
import type { TensorInfo } from "../../../safetensors/tensor-reader.js";
import type { CheckpointLayout } from "./checkpoint-layout.js";
import type { CheckpointTensor } from "./checkpoint-tensor.js";

/** Types that are read. */
const READABLE = ["F32", "F16", "BF16"];

/** A tensor that is wanted, and its name in the file. */
export interface FoundTensor {
  readonly tensor: CheckpointTensor;
  readonly name: string;
}

/** What a file has of what is wanted. */
export interface MatchedTensors {
  readonly found: readonly FoundTensor[];
  /** Names of those that the model does not use. */
  readonly ignored: readonly string[];
  /** The name of the tensor that must be a copy of another, where the file has it. */
  readonly copy: string | undefined;
}

export interface MatchOptions {
  readonly where: string;
  readonly layout: CheckpointLayout;
  /** Tensors that are not wanted though the model has them. */
  readonly unwanted: readonly CheckpointTensor[];
}

/**
 * Finds the wanted tensors in a file by their names, with the prefix or without, and checks types and shapes
 * before any is read.
 */
export function matchTensors(
  wanted: readonly CheckpointTensor[],
  infos: readonly TensorInfo[],
  { where, layout, unwanted }: MatchOptions,
): MatchedTensors {
  const byName = new Map(infos.map((info) => [info.name, info]));
  const prefix = infos.some(({ name }) => name.startsWith(layout.prefix)) ? layout.prefix : "";
  const nameOf = (tensor: CheckpointTensor): string | undefined =>
    spellings(tensor, prefix).find((name) => byName.has(name));
  const found = wanted.map((tensor) => {
    const name = nameOf(tensor);
    if (name === undefined) throw missing(where, { tensor, prefix, layout, names: [...byName.keys()] });
    checkTensor(where, tensor, byName.get(name)!);
    return { tensor, name };
  });
  const used = new Set([...found.map(({ name }) => name), ...unwanted.map(nameOf)]);
  const others = infos.filter(({ name }) => !used.has(name)).map(({ name }) => name);
  const copy = others.find((name) => name === layout.copy?.name);
  const bare = (name: string): string => (name.startsWith(prefix) ? name.slice(prefix.length) : name);
  const foreign = others.find(
    (name) => name !== copy && !layout.ignored.some((pattern) => pattern.test(bare(name))),
  );
  if (foreign !== undefined) throw unexpected(where, foreign);
  if (copy !== undefined) {
    const original = wanted.find(({ name }) => name === layout.copy!.of)!;
    checkTensor(where, original, byName.get(copy)!);
  }
  const set = infos.filter(({ name }) => name !== copy && !found.some((each) => each.name === name));
  return { found, ignored: set.map(({ name }) => name), copy };
}

/** The names of a tensor; early checkpoints call a norm's gains and biases gamma and beta. */
function spellings({ name, isHead }: CheckpointTensor, prefix: string): string[] {
  const full = isHead ? name : `${prefix}${name}`;
  const early = full
    .replace(/LayerNorm\.weight$/, "LayerNorm.gamma")
    .replace(/LayerNorm\.bias$/, "LayerNorm.beta");
  return [full, early];
}

function checkTensor(where: string, { shape, firstRow }: CheckpointTensor, info: TensorInfo): void {
  const parameter = `${where}: tensor ${info.name}`;
  if (!READABLE.includes(info.dtype)) {
    const why = `is of type ${info.dtype}, and ${READABLE.join(", ")} are read`;
    throw unusable(parameter, why, info.dtype);
  }
  const [rows, ...others] = shape;
  const [given, ...rest] = info.shape;
  const fits = rest.length === others.length && rest.every((extent, i) => extent === others[i]);
  if (fits && (firstRow === undefined ? given === rows : given! >= firstRow + rows!)) return;
  const [wanted, least] = firstRow === undefined ? [rows, ""] : [firstRow + rows!, "at least "];
  const allowed = `${least}${describe([wanted!, ...others])}`;
  const why = `is ${describe(info.shape)}, and the model wants ${allowed}; take a model of the checkpoint's own size, and no more positions than it has`;
  throw unusable(parameter, why, info.shape);
}

interface MissingTensor {
  readonly tensor: CheckpointTensor;
  readonly prefix: string;
  readonly layout: CheckpointLayout;
  readonly names: readonly string[];
}

function missing(where: string, { tensor, prefix, layout, names }: MissingTensor): DpError {
  const [name] = spellings(tensor, prefix);
  const without = prefix === "" && !tensor.isHead ? `, with or without ${layout.prefix} before it` : "";
  const advice = tensor.isHead ? "; newHead makes a head of random weights" : didYouMean(name, names);
  return unusable(`${where}: the checkpoint`, `has no tensor ${name}${without}${advice}`, name);
}

function unexpected(where: string, name: string): DpError {
  const why = `has a tensor ${name}, which is no part of this architecture with these extents`;
  return unusable(`${where}: the checkpoint`, why, name);
}

function unusable(parameter: string, why: string, value: unknown): DpError {
  return new DpError("DATA_UNREADABLE", `${parameter} ${why}`, { parameter, value });
}

function describe(shape: readonly number[]): string {
  return shape.length === 0 ? "a single number" : shape.join(" x ");
}
