import { DpError } from "../../../../src/errors.js";
import type { TrainingStudy } from "../../../../src/federated/study/study.js";
import { openLocalGradients } from "../../../../src/federated/training/open-local-gradients.js";
import { trainingTask } from "../../../../src/federated/training/training-task.js";
import { testUserSource } from "../../../../src/federated/training/user-reports.js";
import { secureSource } from "../../../../src/random/index.js";
import type { Examples } from "../../../../src/training/data/examples.js";
import { loadIdxClassification } from "../../../../src/training/data/load-idx-classification.js";
import { orientedGradients } from "../../../../src/training/data/oriented-gradients.js";
import { sizeOf } from "../../../../src/training/layers/shape.js";
import { modelOf } from "../../../../src/training/models/model-name.js";
import { wrongShape } from "../../../../src/validate.js";
import type { UserData, UserRange } from "./user-data.js";

/**
 * Users of a training: each holds one picture of the folder's training pictures, in MNIST's four files.
 *
 * @throws DpError DATA_UNREADABLE the folder has no such files; BAD_INPUT it has too few pictures, or they
 *   are not what the study's model sees
 */
export async function trainingData(
  study: TrainingStudy,
  folder: string,
  range: UserRange,
): Promise<UserData> {
  const { train } = await loadIdxClassification({ directory: folder });
  const examples = modelInputs(study.model, someExamples(train, range));
  const gradients = await openLocalGradients({ model: study.model, examples });
  const source = secureSource();
  return {
    count: examples.count,
    inputOf: (user) => gradients.of(Uint32Array.of(user)),
    optionsOf: (user) => ({
      tasks: [trainingTask],
      // A test is drawn from its seed, so that it can be replayed; users who are real draw their own.
      source: study.seed === null ? source : testUserSource(study, range.first + user),
    }),
  };
}

/** Some of the examples, in their order. */
export function someExamples(
  examples: Examples,
  { first, count = examples.count - first }: UserRange,
): Examples {
  const end = first + count;
  if (count < 1 || end > examples.count) throw tooFew(examples.count, end);
  const size = sizeOf(examples.shape);
  return {
    ...examples,
    count,
    inputs: examples.inputs.subarray(first * size, end * size),
    labels: examples.labels.subarray(first, end),
  };
}

/** Pictures as a model sees them: themselves, or histograms of their gradients, by its input. */
export function modelInputs(model: TrainingStudy["model"], pictures: Examples): Examples {
  const { input } = modelOf(model);
  if (!("channels" in input)) throw wrongShape("study.model.input", input, "pictures");
  const { shape } = pictures;
  const isPicture = input.height === shape.height && input.channels === shape.channels;
  return isPicture ? pictures : orientedGradients(pictures, { cell: shape.height / input.height });
}

function tooFew(value: number, end: number): DpError {
  const message = `--data must hold ${end} pictures for these users, holds ${value}; take fewer users`;
  return new DpError("BAD_INPUT", message, { parameter: "--data", value, allowed: `at least ${end}` });
}
