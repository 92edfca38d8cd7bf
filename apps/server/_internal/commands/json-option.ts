import { Option } from "commander";

/** `--json`. */
export function jsonOption(): Option {
  return new Option("--json", "print one JSON object instead of text");
}

/** Prints a value as JSON, or its text. */
export function print(json: boolean | undefined, value: object, text: () => string): void {
  process.stdout.write(`${json === true ? JSON.stringify(value, null, 2) : text()}\n`);
}
