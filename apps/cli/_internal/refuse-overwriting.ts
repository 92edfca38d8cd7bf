import { statSync } from "node:fs";
import { DpError } from "../../../src/errors.js";

/**
 * Refuses to write over a file that is read; called before the work begins.
 *
 * @param input a file's name, or `-` for standard input
 * @throws DpError BAD_INPUT the flag names the same file, by whatever name
 */
export function refuseOverwriting(flag: string, output: string | undefined, input: string | undefined): void {
  if (output === undefined || input === undefined || input === "-") return;
  const [written, read] = [output, input].map((path) =>
    statSync(path, { bigint: true, throwIfNoEntry: false }),
  );
  if (written === undefined || written.ino !== read?.ino || written.dev !== read.dev) return;
  throw new DpError("BAD_INPUT", `${flag} must be another file than the one that is read, got ${output}`, {
    parameter: flag,
    value: output,
    allowed: "another file than the one that is read",
  });
}
