import { readFileSync } from "node:fs";
import { DpError } from "../../../../src/errors.js";

/** @throws DpError DATA_UNREADABLE there is no such file */
export function readWeightsFile(path: string): Uint8Array {
  try {
    return new Uint8Array(readFileSync(path));
  } catch (cause) {
    const message = `--weights: ${path} cannot be read: ${(cause as Error).message}`;
    throw new DpError("DATA_UNREADABLE", message, { parameter: "--weights", value: path }, cause);
  }
}
