import { DpError } from "../../errors.js";
import { checkOneOf, show } from "../../validate.js";
import { type ConfigField, type ConfigFields, type FieldValue, readField } from "../options/config-field.js";
import type { ProtocolName, TrainConfig } from "../options/train-config.js";
import { OPTIMIZER_FIELDS, OPTIMIZER_NAMES, TRAIN_CONFIG_FIELDS } from "../options/train-config-fields.js";
import { fieldOwners } from "./field-owners.js";

/**
 * Reads a training configuration from parsed JSON; the result is a frozen copy with every default filled in.
 *
 * @param value what `JSON.parse` returned
 * @returns the configuration
 * @throws DpError BAD_INPUT a field is missing, unknown, foreign to the protocol or of the wrong shape, or not exactly one of
 *   `rounds` and `epochs`, or of `noiseToClip` and `targetEpsilon`, is given; OUT_OF_RANGE a number is outside its range; the
 *   message names the path
 */
export function readTrainConfig(value: unknown): TrainConfig {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw badConfig("config", value, "an object");
  }
  const given = value as Record<string, unknown>;
  const protocols = Object.keys(TRAIN_CONFIG_FIELDS) as ProtocolName[];
  const protocol = checkOneOf("config.protocol", given.protocol, protocols);
  const fields = fieldsOf(protocol, given.optimizer);
  checkNames(given, fields);
  const config: Record<string, unknown> = { protocol };
  for (const [name, field] of Object.entries(fields)) {
    const read = readOrFallback(`config.${name}`, given[name], field);
    if (read !== undefined) config[name] = read;
  }
  checkExactlyOne(config, "rounds", "epochs");
  if (Object.hasOwn(fields, "noiseToClip")) checkExactlyOne(config, "noiseToClip", "targetEpsilon");
  return Object.freeze(config) as unknown as TrainConfig;
}

function fieldsOf(protocol: ProtocolName, optimizer: unknown = "sgd"): ConfigFields {
  const name = checkOneOf("config.optimizer", optimizer, OPTIMIZER_NAMES);
  return { ...TRAIN_CONFIG_FIELDS[protocol], ...OPTIMIZER_FIELDS[name] };
}

function readOrFallback(path: string, value: unknown, field: ConfigField): FieldValue | undefined {
  if (value !== undefined) return readField(path, value, field);
  if (!(field.optional || ("fallback" in field && field.fallback !== undefined)))
    throw badConfig(path, value, `given (${field.about})`);
  return "steps" in field ? undefined : field.fallback;
}

function checkNames(given: Record<string, unknown>, fields: ConfigFields): void {
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || name === "protocol" || Object.hasOwn(fields, name)) continue;
    throw badConfig(`config.${name}`, value, `absent: ${whyForeign(name, given, fields)}`);
  }
}

function whyForeign(name: string, given: Record<string, unknown>, fields: ConfigFields): string {
  const { protocols, optimizers } = fieldOwners(name);
  const { protocol, optimizer = "sgd" } = given;
  if (optimizers.length > 0) return `it belongs to optimizer ${optimizers.join(", ")}, not ${optimizer}`;
  if (protocols.length > 0) return `it belongs to protocol ${protocols.join(", ")}, not ${protocol}`;
  return `there is no such field; protocol ${protocol} has ${Object.keys(fields).join(", ")}`;
}

function checkExactlyOne(config: Record<string, unknown>, first: string, second: string): void {
  const given = config[first] !== undefined;
  if (given !== (config[second] !== undefined)) return;
  const allowed = given ? `absent where ${second} is given` : `given, or ${second} instead`;
  throw badConfig(`config.${first}`, config[first], allowed);
}

function badConfig(parameter: string, value: unknown, allowed: string): DpError {
  return new DpError("BAD_INPUT", `${parameter} must be ${allowed}, got ${show(value)}`, {
    parameter,
    value,
    allowed,
  });
}
