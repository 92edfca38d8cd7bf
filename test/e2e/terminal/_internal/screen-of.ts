import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";

const MAIN = resolve(import.meta.dirname, "../../../../dist/apps/cli/croupier.js");

/**
 * What a command prints, on both outputs, in a pseudo-terminal of a number of columns; colours are taken out.
 */
export function screenOf(columns: number, args: readonly string[], cwd?: string): string {
  const command = [process.execPath, MAIN, ...args].map((word) => `'${word}'`).join(" ");
  const shell = ["-q", "-e", "-c", `stty cols ${columns} rows 50; exec ${command}`, "/dev/null"];
  const { status, stdout, error } = spawnSync("script", shell, {
    encoding: "utf8",
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`status ${status}: ${stdout}`);
  return stripVTControlCharacters(stdout).replaceAll("\r\n", "\n");
}
