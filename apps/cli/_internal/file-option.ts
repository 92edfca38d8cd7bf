import { accessSync, constants, statSync } from "node:fs";
import { dirname } from "node:path";
import { Option } from "commander";
import { DpError } from "../../../src/errors.js";
import { wrongShape } from "../../../src/validate.js";

/**
 * A flag that names a file to write; a folder that is not there or closed is found before the work begins.
 */
export function fileOption(flags: string, about: string): Option {
  const flag = flags.split(" ")[0]!;
  return new Option(flags, about).argParser((path) => {
    try {
      // The slash: what stands there must be a folder.
      accessSync(`${dirname(path)}/`, constants.W_OK);
    } catch (error) {
      const message = `${flag}: cannot write ${path}: ${(error as Error).message}`;
      throw new DpError("BAD_INPUT", message, { parameter: flag, value: path }, error);
    }
    if (
      path !== "" &&
      !path.endsWith("/") &&
      statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true
    )
      return path;
    throw wrongShape(flag, path, "the name of a file");
  });
}
