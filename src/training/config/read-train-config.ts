import { DpError } from "../../errors.js";
import { checkFunction, checkOneOf, didYouMean, show, wrongShape } from "../../validate.js";
import type { ConfigFields } from "../options/config-field.js";
import { PROTOCOL_NAMES } from "../options/kinds/registry.js";
import { OPTIMIZER_FIELDS, OPTIMIZER_NAMES } from "../options/option-fields.js";
import { checkExactlyOne, missingField, readFields } from "../options/read-fields.js";
import type { ProtocolName } from "../options/run-config.js";
import { checkModelChoice } from "./_internal/check-model-choice.js";
import { fieldOwners } from "./field-owners.js";
import type { TrainConfig } from "./train-config.js";
import { TRAIN_CONFIG_FIELDS } from "./train-config-fields.js";

/** Names that configuration files of 0.1 have. */
const FORMER_NAMES: Readonly<Record<string, string>> = { sampleRate: "samplingRate" };

type NameOfField = (field: string) => string;

/**
 * Reads a training configuration from parsed JSON; the result is a frozen copy with every default filled in.
 *
 * `sampleRate`, as files written before 0.2 have it, is read as `samplingRate`.
 *
 * @param value what `JSON.parse` returned
 * @param nameOf how errors call a field: by default `config.<field>`; a command line names its flag
 * @returns the configuration
 * @throws DpError BAD_INPUT a field is missing, unknown, foreign to the protocol or of the wrong shape, or
 *   not exactly one of `rounds` and `epochs`, or of `noiseToClip` and `targetEpsilon`, is given; OUT_OF_RANGE
 *   a number is outside its range; the message names the field
 */
export function readTrainConfig(
  value: unknown,
  nameOf: (field: string) => string = (field) => `config.${field}`,
): TrainConfig {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw wrongShape("config", value, "an object");
  }
  checkFunction("readTrainConfig: nameOf", nameOf);
  const given = withPresentNames(value as Record<string, unknown>, nameOf);
  if (given.protocol === undefined) {
    checkIsField(given, nameOf);
    throw missingField(nameOf("protocol"), `given, one of ${PROTOCOL_NAMES.join(", ")}`);
  }
  const protocol = checkOneOf(nameOf("protocol"), given.protocol, PROTOCOL_NAMES);
  const fields = fieldsOf(protocol, given.optimizer, nameOf);
  checkNames(given, fields, nameOf);
  const config = { protocol, ...readFields(fields, given, nameOf) };
  checkExactlyOne(config, ["rounds", "epochs"], nameOf);
  if (Object.hasOwn(fields, "noiseToClip")) {
    checkExactlyOne(config, ["noiseToClip", "targetEpsilon"], nameOf);
  }
  checkModelChoice(config as unknown as TrainConfig, nameOf);
  return Object.freeze(config) as unknown as TrainConfig;
}

function withPresentNames(
  given: Readonly<Record<string, unknown>>,
  nameOf: NameOfField,
): Record<string, unknown> {
  const renamed: Record<string, unknown> = { ...given };
  for (const [former, name] of Object.entries(FORMER_NAMES)) {
    if (renamed[former] === undefined) continue;
    if (renamed[name] !== undefined && renamed[name] !== renamed[former]) {
      throw foreignField(nameOf(former), renamed[former], `it is the former name of ${nameOf(name)}`);
    }
    renamed[name] = renamed[former];
    delete renamed[former];
  }
  return renamed;
}

function fieldsOf(protocol: ProtocolName, optimizer: unknown = "sgd", nameOf: NameOfField): ConfigFields {
  const name = checkOneOf(nameOf("optimizer"), optimizer, OPTIMIZER_NAMES);
  return { ...TRAIN_CONFIG_FIELDS[protocol], ...OPTIMIZER_FIELDS[name] };
}

function checkNames(given: Record<string, unknown>, fields: ConfigFields, nameOf: NameOfField): void {
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || name === "protocol" || Object.hasOwn(fields, name)) continue;
    throw foreignField(nameOf(name), value, whyForeign(name, given, fields));
  }
}

/** Of a field that no protocol has: it may be the protocol's, misspelt. */
function checkIsField(given: Record<string, unknown>, nameOf: NameOfField): void {
  const every = [...Object.values(TRAIN_CONFIG_FIELDS), ...Object.values(OPTIMIZER_FIELDS)];
  const names = ["protocol", ...every.flatMap((fields) => Object.keys(fields))];
  const foreign = Object.keys(given).find((name) => given[name] !== undefined && !names.includes(name));
  if (foreign === undefined) return;
  throw foreignField(nameOf(foreign), given[foreign], `there is no such field${didYouMean(foreign, names)}`);
}

function foreignField(parameter: string, value: unknown, why: string): DpError {
  const message = `${parameter} must be absent, got ${show(value)}; ${why}`;
  return new DpError("BAD_INPUT", message, { parameter, value, allowed: "absent" });
}

function whyForeign(name: string, given: Record<string, unknown>, fields: ConfigFields): string {
  const { protocols, optimizers } = fieldOwners(name);
  const { protocol, optimizer = "sgd" } = given;
  if (optimizers.length > 0) return `it belongs to optimizer ${optimizers.join(", ")}, not ${optimizer}`;
  if (protocols.length > 0) return `it belongs to protocol ${protocols.join(", ")}, not ${protocol}`;
  const names = Object.keys(fields);
  return `there is no such field${didYouMean(name, names) || `; protocol ${protocol} has ${names.join(", ")}`}`;
}
