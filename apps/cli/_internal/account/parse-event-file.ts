import { DpError } from "../../../../src/errors.js";
import { readText } from "../read-text.js";

/**
 * The JSON of a file, or of standard input where the path is -.
 *
 * @throws DpError DATA_UNREADABLE or BAD_INPUT
 */
export function parseEventFile(path: string): unknown {
  const text = textOf(path);
  try {
    return JSON.parse(text);
  } catch (error) {
    const fault = (error as Error).message;
    throw new DpError(
      "BAD_INPUT",
      `--event ${path} must hold an event as JSON: ${fault}`,
      { parameter: "--event", value: path, allowed: "a JSON file" },
      error,
    );
  }
}

function textOf(path: string): string {
  try {
    return readText(path === "-" ? undefined : path);
  } catch (error) {
    const fault = (error as Error).message;
    throw new DpError(
      "DATA_UNREADABLE",
      `--event: cannot read ${path}: ${fault}`,
      { parameter: "--event", value: path, allowed: "a file of at most 64 MiB" },
      error,
    );
  }
}
