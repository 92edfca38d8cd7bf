import { readFileSync } from "node:fs";
import { DpError } from "../../../../src/errors.js";

/**
 * The JSON of a file, or of standard input where the path is -.
 *
 * @throws DpError DATA_UNREADABLE or BAD_INPUT
 */
export function parseEventFile(path: string): unknown {
  const text = readText(path);
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
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

function readText(path: string): string {
  try {
    return readFileSync(path === "-" ? 0 : path, "utf8");
  } catch (error) {
    const fault = (error as Error).message;
    throw new DpError(
      "DATA_UNREADABLE",
      `--event: cannot read ${path}: ${fault}`,
      { parameter: "--event", value: path, allowed: "a file" },
      error,
    );
  }
}
