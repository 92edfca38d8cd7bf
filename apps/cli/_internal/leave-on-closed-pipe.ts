import { printError } from "./run-program.js";

/**
 * Ends the program quietly when its reader has gone: `croupier ... | head` is no error. What else fails to be
 * written is one.
 */
export function leaveOnClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") process.exit(0);
  printError(`cannot write to standard output: ${error.message}`);
  process.exit(1);
}
