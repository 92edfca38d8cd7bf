import { DpError } from "../../../../src/errors.js";
import { flagOf, isHyperparameter } from "./train-flags.js";

/**
 * Where the library's errors have a hyperparameter, e.g. `config.stopAtEpsilon` or `nonprivate: batchSize`.
 */
const PATH = /^(?:[\w-]+: )?(?:config\.|protocol\.|privacy\.|optimizer\.)?(\w+)/;

/** An error about an option of the library becomes one about the flag that sets it. */
export function withFlagNames(error: unknown): unknown {
  if (!(error instanceof DpError)) return error;
  const { parameter = "" } = error.details;
  const [path, name] = PATH.exec(parameter) ?? [];
  if (path === undefined || !isHyperparameter(name!) || !error.message.startsWith(path)) return error;
  const inFlags = (text: string): string => flagOf(name!) + text.slice(path.length);
  return new DpError(
    error.code,
    inFlags(error.message),
    { ...error.details, parameter: inFlags(parameter) },
    error,
  );
}
