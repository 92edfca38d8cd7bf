import { checkNumber, checkOneOf, type Range } from "../validate.js";

/** One hyperparameter: what it may be and what it means; configuration files, flags and help are all made from this. */
export type ConfigField = NumberField | WordField;

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
  readonly fallback?: string;
  readonly optional?: true;
}

export type ConfigFields = Readonly<Record<string, ConfigField>>;

/** Checks one value; `name` is its path or flag. */
export function readField(name: string, value: unknown, field: ConfigField): number | string {
  return "range" in field ? checkNumber(name, value, field.range) : checkOneOf(name, value, field.words);
}
