import { spawnSync } from "node:child_process";

/**
 * Why tests that need a program of the machine's are skipped; never in continuous integration, where a
 * missing one is a failure.
 */
export function missing(program: string): string | undefined {
  if (process.env.CI !== undefined) return undefined;
  const found = spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;
  return found ? undefined : `skipped: there is no ${program}; install Debian's package of that name`;
}
