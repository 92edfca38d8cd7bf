import { DpError } from "../../errors.js";
import { RANDOMIZER_NAMES } from "../../training/gradients/gradient-randomizer.js";
import type { OptimizerName } from "../../training/optimizers/optimizer-of.js";
import type { ConfigField, ConfigFields } from "../../training/options/config-field.js";
import { checkInKind } from "../../training/options/kinds/check-in-kind.js";
import { LEARNING_FIELDS, OPTIMIZER_FIELDS, OPTIMIZER_NAMES } from "../../training/options/option-fields.js";
import { readFields } from "../../training/options/read-fields.js";
import { checkFields, checkOneOf, show } from "../../validate.js";
import type { StudyLearning, StudyProtocol } from "../study/study.js";

const PROTOCOLS: readonly StudyProtocol["kind"][] = ["check-in", "cldp"];

/** What a study says of a protocol; a default is the one that `makeTrainingStudy` fills in. */
function protocolFields(kind: StudyProtocol["kind"]): ConfigFields {
  const { samplingRate, clipBound, noiseToClip, blocks, rotationSeed, rotationColumns, absentees } =
    checkInKind.fields;
  const fields: Readonly<Record<StudyProtocol["kind"], ConfigFields>> = {
    "check-in": {
      samplingRate: required(samplingRate!),
      clipBound: required(clipBound!),
      noiseToClip: required(noiseToClip!),
      absentees: { ...required(absentees!), fallback: "dummy" } as ConfigField,
      blocks: { ...required(blocks!), fallback: 1 } as ConfigField,
      rotationSeed: { ...required(rotationSeed!), fallback: 0 } as ConfigField,
      rotationColumns: { ...required(rotationColumns!), fallback: 1 } as ConfigField,
    },
    cldp: {
      randomizer: { words: RANDOMIZER_NAMES, about: "what every user makes of her gradient" },
      clipBound: required(clipBound!),
    },
  };
  return fields[kind];
}

/** What a study says of the optimizer and of how weights move; the rest of it says the others. */
function learningFields(optimizer: OptimizerName): ConfigFields {
  const { rounds: _rounds, epochs: _epochs, evaluateEvery: _every, ...others } = LEARNING_FIELDS;
  const { clippingMode: _mode, ...learning } = others; // a client has one gradient at a time
  return { ...learning, ...OPTIMIZER_FIELDS[optimizer] };
}

/** Why a study cannot have the other protocols of `train`. */
const NOT_OFFERED: Readonly<Record<string, string>> = {
  "subsampled-shuffle":
    "somebody would have to draw the sample and keep it secret from shuffler, analyzer and network at once: take check-in, where users' own coins do",
};

/**
 * The protocol that an owner decides on, with every default written out.
 *
 * @throws DpError BAD_INPUT or OUT_OF_RANGE with the field's path; NOT_APPLICABLE a protocol of `train` that
 *   a study cannot have
 */
export function settleProtocol(name: string, value: unknown): StudyProtocol {
  const { kind: given, ...fields } = checkFields(name, value as { kind?: unknown }, "an object");
  const reason = typeof given === "string" ? NOT_OFFERED[given] : undefined;
  if (reason !== undefined) throw notOffered(`${name}.kind`, given, reason);
  const kind = checkOneOf(`${name}.kind`, given as StudyProtocol["kind"], PROTOCOLS);
  return { kind, ...readExactly(name, protocolFields(kind), fields) } as unknown as StudyProtocol;
}

/**
 * How the weights move as an owner decides, with every default written out.
 *
 * @throws DpError BAD_INPUT or OUT_OF_RANGE with the field's path
 */
export function settleLearning(name: string, value: unknown): StudyLearning {
  const given = checkFields(name, value as Record<string, unknown>, "an object");
  const optimizer = checkOneOf(`${name}.optimizer`, given.optimizer ?? "sgd", OPTIMIZER_NAMES);
  return readExactly(name, learningFields(optimizer), given) as unknown as StudyLearning;
}

function required(field: ConfigField): ConfigField {
  const { optional: _, ...rest } = field as ConfigField & { readonly optional?: true };
  return rest as ConfigField;
}

function readExactly(name: string, fields: ConfigFields, given: object): Record<string, unknown> {
  const foreign = Object.keys(given).find((field) => !Object.hasOwn(fields, field));
  if (foreign === undefined)
    return readFields(fields, given as Record<string, unknown>, (field) => `${name}.${field}`);
  const message = `${name}.${foreign} must be absent; known here: ${Object.keys(fields).join(", ")}`;
  throw new DpError("BAD_INPUT", message, {
    parameter: `${name}.${foreign}`,
    value: undefined,
    allowed: "absent",
  });
}

function notOffered(parameter: string, value: unknown, reason: string): DpError {
  const allowed = PROTOCOLS.join(" or ");
  return new DpError("NOT_APPLICABLE", `${parameter} must be ${allowed}, got ${show(value)}; ${reason}`, {
    parameter,
    value,
    allowed,
  });
}
