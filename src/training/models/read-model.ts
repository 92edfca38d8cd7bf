import { DpError } from "../../errors.js";
import { checkArray, checkNumber, checkOneOf, RANGES, show, wrongShape } from "../../validate.js";
import type { Layer } from "../layers/layer.js";
import type { LayerField } from "../layers/layer-kind.js";
import { kindOf, LAYER_KINDS } from "../layers/registry.js";
import type { Shape } from "../layers/shape.js";
import { classesOf, type Model } from "./model.js";
import { ModelSize } from "./model-size.js";

const KINDS = Object.keys(LAYER_KINDS) as Layer["kind"][];

/**
 * Checks a model from a caller, e.g. from parsed JSON.
 *
 * @param where the caller, for messages
 * @returns the model, frozen
 * @throws DpError BAD_INPUT a part is missing, unknown or of the wrong shape, a layer does not fit its input, or there are fewer
 *   than two classes; OUT_OF_RANGE a number is outside its range, or the model takes more than 2 GiB of a thread; the message
 *   names the layer
 * @example
 * const model = { input: { height: 1, width: 1, channels: 4 }, layers: [{ kind: "dense", units: 3 }] };
 * readModel("example", model).layers.length; // 1
 */
export function readModel(where: string, value: unknown): Model {
  const { input, layers } = readObject(`${where}: model`, value, ["input", "layers"]);
  const given = readShape(`${where}: model.input`, input);
  let shape = given;
  let before: Layer | undefined;
  const size = new ModelSize(`${where}: model.input`, given);
  const read = Array.from(checkArray(`${where}: model.layers`, layers as unknown[]), (layer, i) => {
    const path = `${where}: model.layers[${i}]`;
    const checked = readLayer(path, layer);
    checkOrder(path, checked, before);
    before = checked;
    const input = shape;
    shape = outputOf(path, checked, input);
    size.add(path, { layer: checked, input, output: shape });
    return checked;
  });
  if (read.length === 0) throw wrongShape(`${where}: model.layers`, layers, "at least one layer");
  const model = Object.freeze({ input: given, layers: Object.freeze(read) });
  const classes = classesOf(model);
  if (classes >= 2) return model;
  throw wrongShape(`${where}: model`, classes, "a classifier of at least 2 classes, one logit for each");
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
  const given = readObject(path, value, ["kind", ...Object.keys(fields)]);
  for (const [name, field] of Object.entries(fields)) {
    if ("range" in field) checkNumber(`${path}.${name}`, given[name], field.range);
    else checkOneOf(`${path}.${name}`, given[name], field.words);
  }
  return Object.freeze({ ...given }) as unknown as Layer;
}

/** A layer that writes over its input would destroy what one before it that does the same needs for its gradient. */
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

function isSome({ height, width }: Shape): boolean {
  return height >= 1 && width >= 1;
}

function readObject(path: string, value: unknown, names: readonly string[]): Record<string, unknown> {
  if (typeof value !== "object" || value === null) throw wrongShape(path, value, "an object");
  const foreign = Object.keys(value).find((name) => !names.includes(name));
  if (foreign === undefined) return value as Record<string, unknown>;
  throw wrongShape(`${path}.${foreign}`, (value as Record<string, unknown>)[foreign], "absent");
}
