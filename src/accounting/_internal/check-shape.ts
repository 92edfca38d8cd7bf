import { DpError } from "../../errors.js";
import { show } from "../../validate.js";

/** Callers without types may leave the options out. */
export function checkOptions<Options extends object>(where: string, options: Options): Options {
  if (typeof options === "object" && options !== null) return options;
  throw wrongShape(`${where}: options`, options, "an object");
}

export function checkArray<Item>(name: string, value: readonly Item[]): readonly Item[] {
  if (Array.isArray(value)) return value;
  throw wrongShape(name, value, "an array");
}

export function wrongShape(parameter: string, value: unknown, allowed: string): DpError {
  const message = `${parameter} must be ${allowed}, got ${show(value)}`;
  return new DpError("BAD_INPUT", message, { parameter, value, allowed });
}
