import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./user-project.js";

const COMMAND_LINE = join(ROOT, "dist/apps/cli/croupier.js");

/** What the built command line prints for these arguments, where it prints nothing else and ends well. */
export function croupier(args: string): string {
  const run = spawnSync(process.execPath, [COMMAND_LINE, ...args.trim().split(/\s+/)], { encoding: "utf8" });
  if (run.status !== 0 || run.stderr !== "") throw new Error(`croupier ${args}: ${run.status} ${run.stderr}`);
  return run.stdout;
}
