import { DpError } from "../../errors.js";
import { checkNumber, checkOneOf, RANGES, type Range, show } from "../../validate.js";
import type { Steps } from "../optimizers/steps.js";

/**
 * One hyperparameter: what it may be and what it means; configuration files, flags and help are all made from
 * this.
 */
export type ConfigField = NumberField | WordField | StepsField;

export type FieldValue = number | string | Steps;

export interface NumberField {
  readonly range: Range;
  readonly about: string;
  /** Absent: the field must be given, unless it is `optional`. */
  readonly fallback?: number;
  readonly optional?: true;
}

export interface WordField {
  readonly words: readonly string[];
  readonly about: string;
  /** Where a wrong word calls for more than a list of the right ones. */
  readonly check?: (name: string, value: unknown) => string;
  readonly fallback?: string;
  readonly optional?: true;
}

export interface StepsField {
  /** Of the values. */
  readonly steps: Range;
  readonly about: string;
  readonly optional: true;
}

export type ConfigFields = Readonly<Record<string, ConfigField>>;

/** Checks one value; `name` is its path or flag. */
export function readField(name: string, value: unknown, field: ConfigField): FieldValue {
  if ("range" in field) return checkNumber(name, value, field.range);
  if ("steps" in field) return readSteps(name, value, field.steps);
  return field.check?.(name, value) ?? checkOneOf(name, value, field.words);
}

function readSteps(name: string, value: unknown, range: Range): Steps {
  if (!Array.isArray(value) || !value.every((step) => Array.isArray(step) && step.length === 2)) {
    const allowed = "a list of [rounds, value] pairs";
    throw new DpError("BAD_INPUT", `${name} must be ${allowed}, got ${show(value)}`, {
      parameter: name,
      value,
      allowed,
    });
  }
  let earliest = 1;
  return value.map(([rounds, rate], i) => {
    checkNumber(`${name}[${i}][0]`, rounds, { ...RANGES.positiveInteger, min: earliest });
    earliest = rounds + 1;
    return Object.freeze([rounds, checkNumber(`${name}[${i}][1]`, rate, range)] as const);
  });
}
