import { DpError } from "../../errors.js";
import { wrongShape } from "../../validate.js";
import { type ConfigFields, type FieldValue, readField } from "./config-field.js";

/** The values of these fields, checked, defaults filled in; `pathOf` is how the caller knows a field. */
export function readFields(
  fields: ConfigFields,
  given: Readonly<Record<string, unknown>>,
  pathOf: (name: string) => string,
): Record<string, FieldValue> {
  const read: Record<string, FieldValue> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = given[name];
    if (value !== undefined) read[name] = readField(pathOf(name), value, field);
    else if ("fallback" in field && field.fallback !== undefined) read[name] = field.fallback;
    else if (!field.optional) throw missingField(pathOf(name), `given (${field.about})`);
  }
  return read;
}

/** Refuses two ways to say one thing, and neither of them; `paths` is how the caller knows them. */
export function checkExactlyOne(
  values: Readonly<Record<string, unknown>>,
  [first, second]: readonly [string, string],
  pathOf: (name: string) => string,
): void {
  const given = values[first] !== undefined;
  if (given !== (values[second] !== undefined)) return;
  const other = pathOf(second).replace(/^train: /, "");
  if (given) throw wrongShape(pathOf(first), values[first], `absent where ${other} is given`);
  throw missingField(pathOf(first), `given, or ${other} instead`);
}

/** The error for a field that is not there. */
export function missingField(parameter: string, allowed: string): DpError {
  return new DpError("BAD_INPUT", `${parameter} must be ${allowed}`, {
    parameter,
    value: undefined,
    allowed,
  });
}
