import { RANGES } from "../../validate.js";
import { MODEL_NAMES } from "../models/model-name.js";
import type { ConfigFields } from "../options/config-field.js";
import { PROTOCOL_KINDS, PROTOCOL_NAMES } from "../options/kinds/registry.js";
import { LEARNING_FIELDS } from "../options/option-fields.js";
import type { ProtocolName } from "../options/run-config.js";
import { PUBLIC_MODEL_NAMES } from "./public-models.js";
import { TASK_NAMES } from "./tasks.js";
import { TRAINED_PARTS } from "./train-config.js";

/**
 * The fields of a configuration, by protocol (which is itself the field `protocol`), without the optimizer's.
 */
export const TRAIN_CONFIG_FIELDS: Readonly<Record<ProtocolName, ConfigFields>> = Object.fromEntries(
  PROTOCOL_NAMES.map((name) => [name, fieldsOf(name)]),
) as Record<ProtocolName, ConfigFields>;

function fieldsOf(protocol: ProtocolName): ConfigFields {
  const { delta, ...privacy } = PROTOCOL_KINDS[protocol].privacyFields;
  return {
    model: { words: [...MODEL_NAMES, ...PUBLIC_MODEL_NAMES], about: "network to train" },
    task: { words: TASK_NAMES, about: "what to learn (default: what the model is for)", optional: true },
    sequenceLength: {
      range: { min: 4, max: 2 ** 16, integer: true },
      about: "positions of an example of a text (default: 128); longer texts are cut",
      optional: true,
    },
    vocabulary: {
      range: { min: 2, max: 2 ** 20, integer: true },
      about: "tokens of a model of texts (default: the tokenizer's, or the model's own)",
      optional: true,
    },
    separator: {
      range: RANGES.nonNegativeInteger,
      about: "token behind each text, of bert-... (default: the tokenizer's)",
      optional: true,
    },
    train: {
      words: TRAINED_PARTS,
      about: "which weights: all (default), those behind the last block, or these and low-rank adapters",
      optional: true,
    },
    loraRank: {
      range: RANGES.positiveInteger,
      about: "rank of the adapters of --train lora",
      optional: true,
    },
    ...LEARNING_FIELDS,
    seed: {
      range: RANGES.nonNegativeInteger,
      about: "repeatable simulation; the noise can be recomputed, so the run is NOT private",
      optional: true,
    },
    ...PROTOCOL_KINDS[protocol].fields,
    ...privacy,
    ...(delta === undefined ? {} : { delta: { ...delta, fallback: 1e-5 } as typeof delta }),
  };
}
