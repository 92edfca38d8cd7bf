import type { LayerPass, ReferenceLayer } from "../layers/_internal/reference-layer.js";
import { kindOf } from "../layers/registry.js";
import type { Shape } from "../layers/shape.js";
import { isTokenInput } from "../layers/token-input.js";
import { type Block, isLayer } from "./block.js";
import { classesOf, type Model, targetOf } from "./model.js";
import { placedLayers, shapeBehind } from "./placed-layers.js";
import { type LabelledExample, predictionsOf } from "./predictions.js";

/**
 * A model in plain float64 loops, one example at a time: what the kernels are tested and measured against.
 */
export interface ReferenceModel {
  /** Of every position one after the other. Bytes stand for byte / 255, token ids for themselves. */
  logits(weights: Float64Array, example: Omit<LabelledExample, "labels">): Float64Array;
  /** Cross-entropy, nats; the mean over the positions. */
  loss(weights: Float64Array, example: LabelledExample): number;
  gradient(weights: Float64Array, example: LabelledExample): { gradient: Float64Array; loss: number };
}

export function referenceModel(model: Model, frozen: Float64Array = new Float64Array()): ReferenceModel {
  const target = targetOf(model);
  const classes = classesOf(model);
  const isTokens = isTokenInput(model.input);
  const blocks = blocksOf(model, frozen);

  function forward(weights: Float64Array, { values, length }: Omit<LabelledExample, "labels">): Passed {
    const scale = values instanceof Uint8Array && !isTokens ? 255 : 1;
    const input = Float64Array.from(values, (value) => value / scale);
    return passThrough(blocks, input, { weights, length, tokens: input });
  }

  function lossAndSlopes(logits: Float64Array, example: LabelledExample) {
    const predictions = predictionsOf(target, example);
    const slopes = new Float64Array(logits.length);
    let loss = 0;
    for (const { position, label } of predictions) {
      const start = position * classes;
      const end = (position + 1) * classes;
      const at = softmaxCrossEntropy(logits.subarray(start, end), label);
      loss += at.loss / predictions.length;
      slopes.set(
        at.slopes.map((slope) => slope / predictions.length),
        start,
      );
    }
    return { loss, slopes };
  }

  return {
    logits: (weights, example) => forward(weights, example).output,
    loss: (weights, example) => lossAndSlopes(forward(weights, example).output, example).loss,
    gradient(weights, example) {
      const { output, backward } = forward(weights, example);
      const { loss, slopes } = lossAndSlopes(output, example);
      const gradient = new Float64Array(weights.length);
      backward(slopes, gradient);
      return { gradient, loss };
    },
  };
}

interface Given {
  readonly weights: Float64Array;
  readonly length: number;
  readonly tokens: Float64Array;
}

/**
 * What a block made of an example, and the way back: from the output's gradient to the input's, adding the
 * parameters' to `gradient`.
 */
interface Passed {
  readonly output: Float64Array;
  /** Positions of it in use. */
  readonly length: number;
  backward(outputGradient: Float64Array, gradient: Float64Array): Float64Array;
}

type ReferenceBlock = (input: Float64Array, given: Given) => Passed;

function passThrough(blocks: readonly ReferenceBlock[], input: Float64Array, given: Given): Passed {
  const passed: Passed[] = [];
  let { length } = given;
  for (const block of blocks) {
    passed.push(block(passed.at(-1)?.output ?? input, { ...given, length }));
    length = passed.at(-1)!.length;
  }
  return {
    output: passed.at(-1)?.output ?? input,
    length,
    backward: (slopes, gradient) => passed.reduceRight((at, { backward }) => backward(at, gradient), slopes),
  };
}

function blocksOf(model: Model, frozen: Float64Array): ReferenceBlock[] {
  const placed = placedLayers(model);
  const embedding = placed.find(({ layer }) => kindOf(layer).readsTokens);
  let next = 0;
  const blockOf = (block: Block): ReferenceBlock => {
    if (!isLayer(block)) {
      return block.kind === "residual"
        ? sum([[], block.layers.map(blockOf)])
        : sum(block.branches.map((branch) => branch.map(blockOf)));
    }
    const place = placed[next++]!;
    const { start, end, layer } = kindOf(block).isTied ? embedding! : place;
    const output = shapeBehind(block, place.input);
    const fixed = layer.frozen ? frozen.subarray(start, end) : undefined;
    return single(kindOf(block).reference(block, place.input), {
      start,
      end,
      input: place.input,
      output,
      fixed,
    });
  };
  return model.layers.map(blockOf);
}

/** Branches of the same input, added up; one without blocks is the input itself. */
function sum(branches: readonly (readonly ReferenceBlock[])[]): ReferenceBlock {
  const add = (left: Float64Array, right: Float64Array) => left.map((value, i) => value + right[i]!);
  return (input, given) => {
    const passed = branches.map((branch) => passThrough(branch, input, given));
    return {
      output: passed.map(({ output }) => output).reduce(add),
      length: passed.at(-1)!.length,
      backward: (slopes, gradient) => passed.map(({ backward }) => backward(slopes, gradient)).reduce(add),
    };
  };
}

interface PlacedReference {
  readonly start: number;
  readonly end: number;
  readonly input: Shape;
  readonly output: Shape;
  /** The layer's weights where it is frozen. */
  readonly fixed: Float64Array | undefined;
}

function single(
  layer: ReferenceLayer,
  { start, end, input: shape, output: made, fixed }: PlacedReference,
): ReferenceBlock {
  return (input, { weights, length, tokens }) => {
    const parameters = fixed ?? weights.subarray(start, end);
    const output = layer.forward(input, parameters, length, tokens);
    return {
      output,
      length: length === shape.height ? made.height : Math.max(1, length + made.height - shape.height),
      backward(outputGradient, gradient) {
        const pass: LayerPass = { input, output, outputGradient, parameters, length, tokens };
        if (fixed !== undefined) return layer.inputGradient(pass);
        const own = new Float64Array(end - start);
        layer.parameterGradient?.(pass, own);
        for (let i = 0; i < own.length; i++) gradient[start + i]! += own[i]!;
        return layer.inputGradient(pass);
      },
    };
  };
}

function softmaxCrossEntropy(logits: Float64Array, label: number): { loss: number; slopes: Float64Array } {
  const largest = logits.reduce((most, logit) => Math.max(most, logit), -Infinity);
  const powers = logits.map((logit) => Math.exp(logit - largest));
  const total = powers.reduce((sum, power) => sum + power);
  const slopes = powers.map((power) => power / total);
  slopes[label]! -= 1;
  return { loss: Math.log(total) + largest - logits[label]!, slopes };
}
