import { leaveOnClosedPipe } from "./_internal/leave-on-closed-pipe.js";
import { runProgram } from "./_internal/run-program.js";
import { programFor } from "./program-for.js";

/** Runs a command line: Node's own two arguments, and the user's. */
export async function start(argv: readonly string[]): Promise<void> {
  process.stdout.on("error", leaveOnClosedPipe);
  await runProgram(await programFor(argv.slice(2)), argv);
}
