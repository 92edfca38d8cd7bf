import { type Command, Option } from "commander";
import { fieldOwners } from "../../../../src/training/config/field-owners.js";
import { TRAIN_CONFIG_FIELDS } from "../../../../src/training/config/train-config-fields.js";
import { type ConfigField, readField } from "../../../../src/training/options/config-field.js";
import { OPTIMIZER_FIELDS } from "../../../../src/training/options/option-fields.js";
import { checkNumber, RANGES } from "../../../../src/validate.js";
import { parseNumber } from "../../../shared/words/parse-number.js";
import { withWords } from "../word-option.js";

const PROTOCOL: ConfigField = {
  words: Object.keys(TRAIN_CONFIG_FIELDS),
  about: "who samples, who adds the noise",
};

/** Every hyperparameter, of whatever protocol and optimizer. */
const FIELDS: Readonly<Record<string, ConfigField>> = Object.assign(
  { protocol: PROTOCOL },
  ...Object.values(TRAIN_CONFIG_FIELDS),
  ...Object.values(OPTIMIZER_FIELDS),
);

/** Flags of version 0.1, by the name of their field: still read, no longer shown. */
const FORMER_FLAGS = { samplingRate: "sampleRate" } as const;

/** Adds one flag per hyperparameter, made from the same table as the configuration file's reader. */
export function addHyperparameterFlags(command: Command): void {
  for (const [name, field] of Object.entries(FIELDS)) {
    const flag = flagOf(name);
    const option = new Option(`${flag} <${placeholder(field)}>`, describe(name, field));
    option.helpGroup("Hyperparameters:");
    if ("words" in field) option.choices(field.words);
    command.addOption(option.argParser(parserOf(flag, field)));
  }
  for (const [name, former] of Object.entries(FORMER_FLAGS)) {
    const option = new Option(`${flagOf(former)} <number>`).hideHelp().conflicts(name);
    command.addOption(option.argParser(parserOf(flagOf(former), FIELDS[name]!)));
  }
}

/** The hyperparameters among a command's parsed options. */
export function hyperparametersOf(options: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const given = { ...options };
  for (const [name, former] of Object.entries(FORMER_FLAGS)) given[name] ??= given[former];
  return Object.fromEntries(
    Object.keys(FIELDS).flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
  );
}

/** Whether a name is that of a hyperparameter. */
export function isHyperparameter(name: string): boolean {
  return Object.hasOwn(FIELDS, name);
}

function parserOf(flag: string, field: ConfigField): (text: string) => unknown {
  return (text) => readField(flag, parseText(text, field), field);
}

/** Parses the text of a flag that counts something. */
export function positiveInteger(flag: string): (text: string) => number {
  return (text) => checkNumber(flag, parseNumber(text) ?? text, RANGES.positiveInteger);
}

/** A hyperparameter's flag, e.g. `--noise-to-clip`. */
export function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function describe(name: string, field: ConfigField): string {
  const about = "words" in field ? withWords(field.about, field.words) : field.about;
  const fallback = "fallback" in field && field.fallback !== undefined ? ` (default: ${field.fallback})` : "";
  return `${about}${fallback}${onlyFor(name)}`;
}

/** Whom a flag is for, where it is not for all. */
function onlyFor(name: string): string {
  const { protocols, optimizers } = fieldOwners(name);
  if (optimizers.length > 0) return ` [${optimizers.join(", ")}]`;
  const others = Object.keys(TRAIN_CONFIG_FIELDS).filter((protocol) => !protocols.includes(protocol));
  if (protocols.length === 0 || others.length === 0) return "";
  return others.length === 1 ? ` [not ${others[0]}]` : ` [${protocols.join(", ")}]`;
}

function placeholder(field: ConfigField): string {
  if ("range" in field) return "number";
  if ("steps" in field) return "json";
  return "name";
}

function parseText(text: string, field: ConfigField): unknown {
  if ("range" in field) return parseNumber(text) ?? text;
  return "steps" in field ? parseJson(text) : text;
}

/** What a JSON text says, or the text itself for the check to refuse. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
