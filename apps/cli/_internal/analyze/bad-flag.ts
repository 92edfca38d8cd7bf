import { DpError } from "../../../../src/errors.js";
import { show } from "../../../../src/validate.js";

/**
 * The error for a flag: `--flag must be <allowed>, got <value>; <advice>`, without the value where there is
 * none.
 */
export function badFlag(parameter: string, value: unknown, allowed: string, advice: string): DpError {
  const got = value === undefined ? "" : `, got ${show(value)}`;
  const message = `${parameter} must be ${allowed}${got}; ${advice}`;
  return new DpError("BAD_INPUT", message, { parameter, value, allowed });
}
