import { DpError } from "../../errors.js";
import {
  checkArray,
  checkBoolean,
  checkNumber,
  checkOneOf,
  RANGES,
  type Range,
  show,
  wrongShape,
} from "../../validate.js";
import type { Layer } from "../layers/layer.js";
import type { LayerField } from "../layers/layer-kind.js";
import { kindOf, LAYER_KINDS } from "../layers/registry.js";
import type { Shape } from "../layers/shape.js";
import { inputShape, isTokenInput, type ModelInput, type TokenInput } from "../layers/token-input.js";
import { type Block, isLayer, type ResidualBlock, type SumBlock } from "./block.js";
import { kernelMemory } from "./kernel-memory.js";
import { classesOf, dimensionOf, layerShapes, MODEL_TARGETS, type Model, targetOf } from "./model.js";
import { placedLayers, shapeBehind, shapeBehindAll } from "./placed-layers.js";

const KINDS = Object.keys(LAYER_KINDS) as Layer["kind"][];
const VOCABULARY: Range = { min: 2, max: 2 ** 20, integer: true };

/**
 * Checks a model from a caller, e.g. from parsed JSON.
 *
 * @param where the caller, for messages
 * @returns the model, frozen
 * @throws DpError BAD_INPUT a part is missing, unknown or of the wrong shape, a layer does not fit its input,
 *   or there are fewer than two classes; OUT_OF_RANGE a number is outside its range, or the model takes more
 *   than 2 GiB of a thread; the message names the layer
 * @example
 * const model = { input: { height: 1, width: 1, channels: 4 }, layers: [{ kind: "dense", units: 3 }] };
 * readModel("example", model).layers.length; // 1
 */
export function readModel(where: string, value: unknown): Model {
  const given = readObject(`${where}: model`, value, ["input", "layers", "target"]);
  const input = readInput(`${where}: model.input`, given.input);
  const path = `${where}: model.layers`;
  const layers = readBlocks(path, given.layers, { shape: inputShape(input), depth: 0 });
  const target =
    given.target === undefined
      ? {}
      : { target: checkOneOf(`${where}: model.target`, given.target, MODEL_TARGETS) };
  const model: Model = Object.freeze({ input, layers, ...target });
  checkTokens(where, model);
  checkTarget(where, model);
  if (dimensionOf(model) === 0)
    throw wrongShape(`${where}: model.layers`, layers, "at least one layer with weights that is not frozen");
  kernelMemory(where, model);
  return model;
}

/** Blocks inside of blocks, at most. */
const DEEPEST = 8;

interface Place {
  readonly shape: Shape;
  readonly depth: number;
}

function readBlocks(path: string, value: unknown, { shape, depth }: Place): readonly Block[] {
  let before: Layer | undefined;
  let input = shape;
  const read = Array.from(checkArray(path, value as unknown[]), (block, i) => {
    const place = `${path}[${i}]`;
    const { kind } = (block ?? {}) as Partial<Block>;
    if (kind === "residual" || kind === "sum") {
      before = undefined;
      const read = (kind === "sum" ? readSum : readResidual)(place, block, { shape: input, depth });
      input = shapeBehind(read, input);
      return read;
    }
    const layer = readLayer(place, block);
    checkOrder(place, layer, before);
    before = layer;
    input = outputOf(place, layer, input);
    return layer;
  });
  if (read.length === 0) throw wrongShape(path, value, "at least one layer");
  return Object.freeze(read);
}

function readResidual(path: string, value: unknown, { shape, depth }: Place): ResidualBlock {
  const { layers } = readObject(path, value, ["kind", "layers"]);
  const read = readBranch(`${path}.layers`, layers, { shape, depth });
  checkSameShape(path, shapeBehindAll(read, shape), shape, "layers that keep their input's shape");
  return Object.freeze({ kind: "residual", layers: read });
}

function readSum(path: string, value: unknown, { shape, depth }: Place): SumBlock {
  const { branches } = readObject(path, value, ["kind", "branches"]);
  const given = checkArray(`${path}.branches`, branches as unknown[]);
  if (given.length < 2) throw wrongShape(`${path}.branches`, branches, "at least two arrays of layers");
  const read = Array.from(given, (layers, i) =>
    readBranch(`${path}.branches[${i}]`, layers, { shape, depth }),
  );
  const first = shapeBehindAll(read[0]!, shape);
  for (const [i, branch] of read.entries()) {
    checkSameShape(
      `${path}.branches[${i}]`,
      shapeBehindAll(branch, shape),
      first,
      "layers that make the first branch's shape",
    );
  }
  return Object.freeze({ kind: "sum", branches: Object.freeze(read) });
}

/** The first layer may not write over its input, which other branches need too. */
function readBranch(path: string, value: unknown, { shape, depth }: Place): readonly Block[] {
  if (depth >= DEEPEST) throw wrongShape(path, value, `in at most ${DEEPEST} blocks`);
  const read = readBlocks(path, value, { shape, depth: depth + 1 });
  const [first] = read;
  if (!isLayer(first!) || !kindOf(first).inPlace) return read;
  throw wrongShape(`${path}[0]`, first, "a layer that does not write over its input, where a branch begins");
}

function checkSameShape(path: string, made: Shape, wanted: Shape, allowed: string): void {
  const [got, expected] = [made, wanted].map(describeShape);
  if (got !== expected) throw wrongShape(path, got, `${allowed}, ${expected}`);
}

/** Token ids are read by the first layer, and by no other. */
function checkTokens(where: string, model: Model): void {
  const vocabulary = isTokenInput(model.input) ? model.input.vocabulary : 0;
  for (const [i, { layer, path, input }] of placedLayers(model).entries()) {
    const { readsTokens = false, isTied = false } = kindOf(layer);
    const isFirst = i === 0 && isTokenInput(model.input);
    const name = `${where}: model.layers[${path}]`;
    if (isFirst && !readsTokens)
      throw wrongShape(name, layer, "a tokenEmbedding, as the examples are token ids");
    if (!isFirst && readsTokens)
      throw wrongShape(name, layer, "absent: only the first layer of a model of tokens reads them");
    if (isTied && vocabulary === 0) {
      throw wrongShape(name, layer, "absent: there is no token embedding to share");
    }
    if (kindOf(layer).seesTokens?.(layer)) checkSeesTokens(name, layer, { input, model });
    if ("vocabulary" in layer && layer.vocabulary !== vocabulary) {
      throw wrongShape(`${name}.vocabulary`, layer.vocabulary, `the model's own, ${vocabulary}`);
    }
  }
}

/** A layer that looks at the token ids again has one for each of its positions, and names one of them. */
function checkSeesTokens(
  name: string,
  layer: Layer,
  { input, model }: { readonly input: Shape; readonly model: Model },
): void {
  if (!isTokenInput(model.input)) {
    throw wrongShape(name, layer, "absent: the examples are no tokens");
  }
  const { vocabulary, length } = model.input;
  if (input.height !== length)
    throw wrongShape(name, layer, `where there are the tokens' own ${length} positions`);
  if ("separator" in layer)
    checkNumber(`${name}.separator`, layer.separator, { ...RANGES.nonNegativeInteger, max: vocabulary - 1 });
  else throw wrongShape(`${name}.separator`, undefined, `the token that ends a segment, below ${vocabulary}`);
}

function checkTarget(where: string, model: Model): void {
  const target = targetOf(model);
  const output = layerShapes(model).at(-1)!;
  const input = inputShape(model.input);
  if (target !== "class" && (output.height !== input.height || output.width !== 1 || input.width !== 1)) {
    const allowed = `logits for each of the ${input.height} positions`;
    throw wrongShape(`${where}: model with target ${target}`, describeShape(output), allowed);
  }
  const vocabulary = isTokenInput(model.input) ? model.input.vocabulary : 0;
  if (target === "next-token" && output.channels !== vocabulary) {
    throw wrongShape(
      `${where}: model with target next-token`,
      output.channels,
      `a logit for each of the ${vocabulary} tokens`,
    );
  }
  if (classesOf(model) >= 2) return;
  throw wrongShape(
    `${where}: model`,
    classesOf(model),
    "a classifier of at least 2 classes, one logit for each",
  );
}

function readInput(path: string, value: unknown): ModelInput {
  const isTokens = typeof value === "object" && value !== null && "vocabulary" in value;
  return isTokens ? readTokenInput(path, value) : readShape(path, value);
}

function readTokenInput(path: string, value: unknown): TokenInput {
  const { vocabulary, length } = readObject(path, value, ["vocabulary", "length"]);
  return Object.freeze({
    vocabulary: checkNumber(`${path}.vocabulary`, vocabulary, VOCABULARY),
    length: checkNumber(`${path}.length`, length, RANGES.positiveInteger),
  });
}

function describeShape({ height, width, channels }: Shape): string {
  return `${height} x ${width} x ${channels}`;
}

/** Checks the extents of an example, in a caller's words. */
export function readShape(path: string, value: unknown): Shape {
  const { height, width, channels } = readObject(path, value, ["height", "width", "channels"]);
  const extent = (name: string, size: unknown) =>
    checkNumber(`${path}.${name}`, size, RANGES.positiveInteger);
  return Object.freeze({
    height: extent("height", height),
    width: extent("width", width),
    channels: extent("channels", channels),
  });
}

function readLayer(path: string, value: unknown): Layer {
  const kind = checkOneOf(`${path}.kind`, (value as Partial<Layer> | null)?.kind, KINDS);
  const fields: Readonly<Record<string, LayerField>> = LAYER_KINDS[kind].fields;
  const given = readObject(path, value, ["kind", "frozen", ...Object.keys(fields)]);
  if (given.frozen !== undefined && given.frozen !== true) {
    throw wrongShape(`${path}.frozen`, given.frozen, "true or absent");
  }
  for (const [name, field] of Object.entries(fields)) {
    if (field.optional && given[name] === undefined) continue;
    if ("range" in field) checkNumber(`${path}.${name}`, given[name], field.range);
    else if ("words" in field) checkOneOf(`${path}.${name}`, given[name], field.words);
    else checkBoolean(`${path}.${name}`, given[name]);
  }
  return Object.freeze({ ...given }) as unknown as Layer;
}

/**
 * A layer that writes over its input would destroy what one before it that does the same needs for its
 * gradient.
 */
function checkOrder(path: string, layer: Layer, before: Layer | undefined): void {
  if (before === undefined || !kindOf(before).inPlace || !kindOf(layer).inPlace) return;
  throw wrongShape(path, layer, "another kind of layer than the one before it");
}

function outputOf(path: string, layer: Layer, input: Shape): Shape {
  const shape = kindOf(layer).shape(layer, input);
  if (isSome(shape) && isSome(kindOf(layer).used(layer, input, shape))) return shape;
  const allowed = `a layer that fits an input of ${input.height} x ${input.width}`;
  throw new DpError(
    "BAD_INPUT",
    `${path} must be ${allowed}, got ${show(layer)}; take a smaller side, stride or padding`,
    {
      parameter: path,
      value: layer,
      allowed,
    },
  );
}

function isSome({ height, width, channels }: Shape): boolean {
  return height >= 1 && width >= 1 && channels >= 1;
}

function readObject(path: string, value: unknown, names: readonly string[]): Record<string, unknown> {
  if (typeof value !== "object" || value === null) throw wrongShape(path, value, "an object");
  const foreign = Object.keys(value).find((name) => !names.includes(name));
  if (foreign === undefined) return value as Record<string, unknown>;
  throw wrongShape(`${path}.${foreign}`, (value as Record<string, unknown>)[foreign], "absent");
}
