import { DpError } from "../../../../src/errors.js";
import type { Dataset } from "../../../../src/training/data/dataset.js";
import { loadCifar10 } from "../../../../src/training/data/load-cifar10.js";
import { loadMnist } from "../../../../src/training/data/load-mnist.js";
import { orientedGradients } from "../../../../src/training/data/oriented-gradients.js";
import type { ModelName } from "../../../../src/training/models/model-name.js";

/** The examples that a model takes: CIFAR-10's for its network, else those of four files in MNIST's format or what is computed from them. */
export async function loadData(model: ModelName, directory: string | undefined): Promise<Dataset> {
  if (model === "cifar10-cnn" || model === "cifar10-cnn-relu") return loadCifar10Data(model, directory);
  const data = await loadMnist(directory === undefined ? {} : { directory });
  if (model !== "mnist-hog") return data;
  return { ...data, train: orientedGradients(data.train), test: orientedGradients(data.test) };
}

function loadCifar10Data(model: ModelName, directory: string | undefined): Promise<Dataset> {
  if (directory !== undefined) return loadCifar10({ directory });
  throw new DpError(
    "DATA_UNREADABLE",
    `--model ${model} needs CIFAR-10, which does not come with croupier; give --data DIR with data_batch_1.bin to data_batch_5.bin and test_batch.bin (its binary version)`,
    { parameter: "--data", value: undefined, allowed: "a folder" },
  );
}
