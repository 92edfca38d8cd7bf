import type { Dataset } from "../../src/training/data/dataset.js";
import { loadMnist } from "../../src/training/data/load-mnist.js";

/** MNIST, or its first examples. */
export async function loadDigits(train: number, test: number): Promise<Dataset> {
  const data = await loadMnist();
  const first = ({ inputs, labels, shape, ...rest }: Dataset["train"], count: number) => {
    const size = shape.height * shape.width * shape.channels;
    const kept = Math.min(count, rest.count);
    return {
      ...rest,
      shape,
      count: kept,
      inputs: inputs.slice(0, kept * size),
      labels: labels.slice(0, kept),
    };
  };
  return { ...data, train: first(data.train, train), test: first(data.test, test) };
}
