import { seededSource } from "../../random/seeded-source.js";
import { PROTOCOL_KINDS } from "../options/kinds/registry.js";
import { OPTIMIZER_FIELDS } from "../options/option-fields.js";
import type { TrainingSetup } from "../options/train-options.js";
import { configuredModel } from "./configured-model.js";
import type { ModelChoice } from "./model-choice.js";
import { isPublicModel } from "./public-models.js";
import { readTrainConfig } from "./read-train-config.js";
import type { TrainConfig } from "./train-config.js";

/**
 * The options for `train` that a configuration stands for, e.g. a preset: everything but the data.
 *
 * @throws DpError BAD_INPUT or OUT_OF_RANGE it is none; see {@link readTrainConfig}
 * @returns options whose `source` is seeded where the configuration has a seed
 * @example
 * trainOptionsOf(PRESETS["mnist-central"]).protocol.kind; // central
 */
export function trainOptionsOf(config: TrainConfig): TrainingSetup {
  const {
    protocol: kind,
    optimizer,
    seed,
    model,
    task,
    sequenceLength,
    vocabulary,
    separator,
    train,
    loraRank,
    ...fields
  } = readTrainConfig(config);
  const rest: Record<string, unknown> = { ...fields };
  const take = (names: object) =>
    Object.fromEntries(
      Object.keys(names).flatMap((name) => {
        const value = rest[name];
        delete rest[name];
        return value === undefined ? [] : [[name, value]];
      }),
    );
  const choice = { model, task, sequenceLength, vocabulary, separator, train, loraRank } as ModelChoice;
  const isAsNamed = Object.values(choice).every((value) => value === undefined || value === model);
  const options = {
    model: isAsNamed && !isPublicModel(model) ? model : configuredModel(choice),
    protocol: { kind, ...take(PROTOCOL_KINDS[kind].fields) },
    ...(PROTOCOL_KINDS[kind].noiseBy === "nobody"
      ? {}
      : { privacy: take(PROTOCOL_KINDS[kind].privacyFields) }),
    optimizer: { kind: optimizer, ...take(OPTIMIZER_FIELDS[optimizer]) },
    ...(seed === undefined ? {} : { source: seededSource(seed) }),
    ...rest,
  };
  return options as unknown as TrainingSetup;
}
