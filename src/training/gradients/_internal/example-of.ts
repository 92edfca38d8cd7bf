import type { Examples } from "../../data/examples.js";
import { sizeOf } from "../../layers/shape.js";
import type { LabelledExample } from "../../models/predictions.js";

/** One example of a data set, without a copy. */
export function exampleOf(examples: Examples, index: number): LabelledExample {
  const { shape, inputs, labels, lengths, counted, count } = examples;
  const size = sizeOf(shape);
  const each = labels.length / count;
  return {
    values: inputs.subarray(index * size, (index + 1) * size),
    labels: labels.subarray(index * each, (index + 1) * each),
    length: lengths?.[index] ?? shape.height,
    counted: counted?.subarray(index * shape.height, (index + 1) * shape.height),
  };
}
