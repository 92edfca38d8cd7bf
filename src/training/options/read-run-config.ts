import { DpError } from "../../errors.js";
import { checkOneOf, checkOptions, didYouMean, show, wrongShape } from "../../validate.js";
import type { ConfigFields } from "./config-field.js";
import { PROTOCOL_KINDS, PROTOCOL_NAMES } from "./kinds/registry.js";
import { LEARNING_FIELDS, OPTIMIZER_FIELDS, OPTIMIZER_NAMES } from "./option-fields.js";
import { checkExactlyOne, readFields } from "./read-fields.js";
import type { RunConfig } from "./run-config.js";
import type { TrainingSetup } from "./train-options.js";

type Fields = Readonly<Record<string, unknown>>;

/** Options of `train` that say how to run, besides the hyperparameters. */
const CIRCUMSTANCES =
  "model data source threads pretrained from signal onStart onCharge onRound onEvaluation onDivergence".split(
    " ",
  );

const { optimizer: _, ...OTHER_LEARNING_FIELDS } = LEARNING_FIELDS;

/**
 * The hyperparameters of a caller's options, checked and side by side.
 *
 * @param circumstances the names of other options, which are left alone
 * @throws DpError BAD_INPUT an option is missing, unknown, foreign to the protocol or of the wrong shape, or
 *   not exactly one of `rounds` and `epochs`, or of `protocol.noiseToClip` and `privacy.targetEpsilon`, is
 *   given; OUT_OF_RANGE a number is outside its range
 */
export function readRunConfig(
  options: TrainingSetup,
  circumstances: readonly string[] = CIRCUMSTANCES,
): RunConfig {
  const { protocol, privacy, optimizer = { kind: "sgd" }, ...rest } = checkOptions("train", options);
  const kind = checkOneOf("train: protocol.kind", readObject("protocol", protocol).kind, PROTOCOL_NAMES);
  const optimizerKind = checkOneOf(
    "train: optimizer.kind",
    readObject("optimizer", optimizer).kind,
    OPTIMIZER_NAMES,
  );
  const learning = Object.fromEntries(Object.entries(rest).filter(([name]) => !circumstances.includes(name)));
  const config = {
    protocol: kind,
    optimizer: optimizerKind,
    ...readSection("", OTHER_LEARNING_FIELDS, learning),
    ...readSection("protocol.", PROTOCOL_KINDS[kind].fields, withoutKind(protocol)),
    ...readSection("privacy.", PROTOCOL_KINDS[kind].privacyFields, readObject("privacy", privacy ?? {})),
    ...readSection("optimizer.", OPTIMIZER_FIELDS[optimizerKind], withoutKind(optimizer)),
  };
  checkExactlyOne(config, ["rounds", "epochs"], (name) => `train: ${name}`);
  if ("noiseToClip" in PROTOCOL_KINDS[kind].fields) {
    checkExactlyOne(config, ["noiseToClip", "targetEpsilon"], (name) =>
      name === "noiseToClip" ? "train: protocol.noiseToClip" : "train: privacy.targetEpsilon",
    );
  }
  return Object.freeze(config) as unknown as RunConfig;
}

function readSection(section: string, fields: ConfigFields, given: Fields): Fields {
  const path = (name: string) => `train: ${section}${name}`;
  const foreign = Object.keys(given).find(
    (name) => given[name] !== undefined && !Object.hasOwn(fields, name),
  );
  if (foreign !== undefined) {
    const known = Object.keys(fields).join(", ") || "nothing";
    const hint = didYouMean(foreign, Object.keys(fields)) || `; known here: ${known}`;
    const message = `${path(foreign)} must be absent, got ${show(given[foreign])}; there is no such field${hint}`;
    throw new DpError("BAD_INPUT", message, {
      parameter: path(foreign),
      value: given[foreign],
      allowed: "absent",
    });
  }
  return readFields(fields, given, path);
}

function withoutKind(value: object): Fields {
  const { kind: _kind, ...fields } = value as { readonly kind: string };
  return fields;
}

function readObject(name: string, value: unknown): Fields {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  throw wrongShape(`train: ${name}`, value, "an object");
}
