import { checkOneOf, wrongShape } from "../../validate.js";
import type { ConfigFields } from "../options/config-field.js";
import { OPTIMIZER_FIELDS, OPTIMIZER_NAMES, PROTOCOL_NAMES } from "../options/option-fields.js";
import { checkExactlyOne, readFields } from "../options/read-fields.js";
import type { ProtocolName } from "../options/run-config.js";
import { fieldOwners } from "./field-owners.js";
import type { TrainConfig } from "./train-config.js";
import { TRAIN_CONFIG_FIELDS } from "./train-config-fields.js";

/** Names that configuration files of 0.1 have. */
const FORMER_NAMES: Readonly<Record<string, string>> = { sampleRate: "samplingRate" };

/**
 * Reads a training configuration from parsed JSON; the result is a frozen copy with every default filled in.
 *
 * `sampleRate`, as files written before 0.2 have it, is read as `samplingRate`.
 *
 * @param value what `JSON.parse` returned
 * @returns the configuration
 * @throws DpError BAD_INPUT a field is missing, unknown, foreign to the protocol or of the wrong shape, or not exactly one of
 *   `rounds` and `epochs`, or of `noiseToClip` and `targetEpsilon`, is given; OUT_OF_RANGE a number is outside its range; the
 *   message names the path
 */
export function readTrainConfig(value: unknown): TrainConfig {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw wrongShape("config", value, "an object");
  }
  const given = withPresentNames(value as Record<string, unknown>);
  const protocol = checkOneOf("config.protocol", given.protocol, PROTOCOL_NAMES);
  const fields = fieldsOf(protocol, given.optimizer);
  checkNames(given, fields);
  const path = (name: string) => `config.${name}`;
  const config = { protocol, ...readFields(fields, given, path) };
  checkExactlyOne(config, ["rounds", "epochs"], (name) => (name === "epochs" ? name : path(name)));
  if (Object.hasOwn(fields, "noiseToClip")) {
    checkExactlyOne(config, ["noiseToClip", "targetEpsilon"], (name) =>
      name === "noiseToClip" ? path(name) : name,
    );
  }
  return Object.freeze(config) as unknown as TrainConfig;
}

function withPresentNames(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const renamed: Record<string, unknown> = { ...given };
  for (const [former, name] of Object.entries(FORMER_NAMES)) {
    if (renamed[former] === undefined) continue;
    if (renamed[name] !== undefined && renamed[name] !== renamed[former]) {
      throw wrongShape(`config.${former}`, renamed[former], `absent: it is the former name of ${name}`);
    }
    renamed[name] = renamed[former];
    delete renamed[former];
  }
  return renamed;
}

function fieldsOf(protocol: ProtocolName, optimizer: unknown = "sgd"): ConfigFields {
  const name = checkOneOf("config.optimizer", optimizer, OPTIMIZER_NAMES);
  return { ...TRAIN_CONFIG_FIELDS[protocol], ...OPTIMIZER_FIELDS[name] };
}

function checkNames(given: Record<string, unknown>, fields: ConfigFields): void {
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || name === "protocol" || Object.hasOwn(fields, name)) continue;
    throw wrongShape(`config.${name}`, value, `absent: ${whyForeign(name, given, fields)}`);
  }
}

function whyForeign(name: string, given: Record<string, unknown>, fields: ConfigFields): string {
  const { protocols, optimizers } = fieldOwners(name);
  const { protocol, optimizer = "sgd" } = given;
  if (optimizers.length > 0) return `it belongs to optimizer ${optimizers.join(", ")}, not ${optimizer}`;
  if (protocols.length > 0) return `it belongs to protocol ${protocols.join(", ")}, not ${protocol}`;
  return `there is no such field; protocol ${protocol} has ${Object.keys(fields).join(", ")}`;
}
