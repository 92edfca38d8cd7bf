import { vi } from "vitest";
import { runProgram } from "../../../apps/cli/_internal/run-program.js";
import { croupierProgram } from "../../../apps/cli/croupier-program.js";

export interface InProcessResult {
  readonly status: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line in this process; only for what ends before any thread starts. */
export async function runInProcess(args: readonly string[]): Promise<InProcessResult> {
  const printed = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    vi.spyOn(process[name], "write").mockImplementation((text) => {
      printed[name] += text;
      return true;
    });
  }
  try {
    await runProgram(croupierProgram(), ["node", "croupier", ...args]);
    return { status: process.exitCode ?? 0, ...printed };
  } finally {
    vi.restoreAllMocks();
    process.exitCode = undefined;
  }
}
