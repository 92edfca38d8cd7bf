import { RANGES } from "../../validate.js";
import { MODEL_NAMES } from "../models/model-name.js";
import type { ConfigFields } from "../options/config-field.js";
import {
  LEARNING_FIELDS,
  PRIVACY_FIELDS,
  PROTOCOL_FIELDS,
  PROTOCOL_NAMES,
} from "../options/option-fields.js";
import type { ProtocolName } from "../options/run-config.js";

/** The fields of a configuration, by protocol (which is itself the field `protocol`), without the optimizer's. */
export const TRAIN_CONFIG_FIELDS: Readonly<Record<ProtocolName, ConfigFields>> = Object.fromEntries(
  PROTOCOL_NAMES.map((name) => [name, fieldsOf(name)]),
) as Record<ProtocolName, ConfigFields>;

function fieldsOf(protocol: ProtocolName): ConfigFields {
  const { delta, ...privacy } = PRIVACY_FIELDS[protocol];
  return {
    model: { words: MODEL_NAMES, about: "network to train" },
    ...LEARNING_FIELDS,
    seed: {
      range: RANGES.nonNegativeInteger,
      about: "repeatable simulation; the noise can be recomputed, so the run is NOT private",
      optional: true,
    },
    ...PROTOCOL_FIELDS[protocol],
    ...privacy,
    ...(delta === undefined ? {} : { delta: { ...delta, fallback: 1e-5 } as typeof delta }),
  };
}
