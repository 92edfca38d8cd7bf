import { leaveOnClosedPipe } from "../cli/_internal/leave-on-closed-pipe.js";
import { runProgram } from "../cli/_internal/run-program.js";
import { serverProgram } from "./server-program.js";

/** Runs a command line: Node's own two arguments, and the user's. */
export async function start(argv: readonly string[]): Promise<void> {
  process.stdout.on("error", leaveOnClosedPipe);
  await runProgram(serverProgram(), argv);
}
