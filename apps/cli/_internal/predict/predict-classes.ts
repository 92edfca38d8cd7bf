import { DpError } from "../../../../src/errors.js";
import { TASKS } from "../../../../src/training/config/tasks.js";
import { examplesFrom } from "../../../../src/training/data/examples-from.js";
import { orientedGradients } from "../../../../src/training/data/oriented-gradients.js";
import type { ExampleValues } from "../../../../src/training/layers/_internal/bound-layer.js";
import { isTokenInput } from "../../../../src/training/layers/token-input.js";
import { softmax } from "../../../../src/training/prediction/softmax.js";
import { byteTokenizer } from "../../../../src/training/text/byte-tokenizer.js";
import { textExamples } from "../../../../src/training/text/text-examples.js";
import type { GivenInput } from "./given-input.js";
import type { Trained } from "./open-trained.js";
import { readPicture } from "./read-picture.js";

/** A class and how likely the model takes it to be. */
export interface ClassProbability {
  readonly class: string;
  /** The model's own opinion: nothing says that it is calibrated. */
  readonly probability: number;
}

export interface ClassOptions {
  /** The second text of a pair. */
  readonly second?: string | undefined;
  /** Cuts a text that is too long, as training did. */
  readonly truncate?: boolean | undefined;
}

/** The classes of an input, the likeliest first. */
export async function predictClasses(
  trained: Trained,
  input: GivenInput,
  options: ClassOptions,
): Promise<ClassProbability[]> {
  const [logits] = trained.predictor.logits([await valuesOf(trained, input, options)]);
  const probabilities = softmax(logits!);
  return trained.about
    .classes!.map((name, i) => ({ class: name, probability: probabilities[i]! }))
    .sort((one, other) => other.probability - one.probability);
}

async function valuesOf(trained: Trained, input: GivenInput, options: ClassOptions): Promise<ExampleValues> {
  const { input: wanted } = trained.about.model;
  if (isTokenInput(wanted)) {
    if (input.kind === "text") return tokensOf(trained, input, wanted.length, options);
    throw wrongKind("--image", input.name, "absent: this model reads text");
  }
  if (input.kind === "picture") return pixelsOf(trained, input);
  throw wrongKind(input.name, input.text, "absent: this model sees pictures, give --image FILE");
}

async function pixelsOf(
  { about }: Trained,
  { bytes, name }: GivenInput & { kind: "picture" },
): Promise<ExampleValues> {
  if (about.features === undefined) return readPicture(bytes, name, about.model.input as never);
  const shape = { height: 28, width: 28, channels: 1 };
  const pixels = examplesFrom(await readPicture(bytes, name, shape), [0], { shape, classes: 10 });
  return orientedGradients(pixels).inputs;
}

function tokensOf(
  { about, tokenizer }: Trained,
  { name, text }: GivenInput & { kind: "text" },
  length: number,
  { second, truncate = false }: ClassOptions,
): ExampleValues {
  const { isPair = false } = TASKS[about.task];
  if (isPair !== (second !== undefined)) {
    const allowed = isPair
      ? `given: task ${about.task} is about pairs of texts`
      : "absent: this task is about single texts";
    throw wrongKind("--second", second ?? "nothing", allowed);
  }
  const size = tokenizer.encode(text).length;
  const unit = tokenizer === byteTokenizer ? "byte" : "token";
  if (size === 0) throw wrongKind(name, "nothing", `of at least one ${unit}`);
  const given = second === undefined ? text : ([text, second] as const);
  const examples = textExamples([given], [0], { tokenizer, length, classes: 2 });
  if (examples.truncated > 0 && !truncate) {
    const layout = tokenizer.layouts[isPair ? "pair" : "single"];
    const room = length - layout.filter((part) => typeof part === "number").length;
    const allowed = `of at most ${room} ${unit}s, or cut as in training by --truncate`;
    throw wrongKind(name, `${size} ${unit}s`, allowed);
  }
  return examples.inputs.subarray(0, examples.lengths![0]!);
}

function wrongKind(parameter: string, value: string, allowed: string): DpError {
  const shown = value.length > 40 ? `${value.slice(0, 40)}...` : value;
  return new DpError("BAD_INPUT", `${parameter} must be ${allowed}, got ${shown}`, {
    parameter,
    value,
    allowed,
  });
}
