/** Ends the program quietly when its reader has gone: `croupier ... | head` is no error. */
export function leaveOnClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
}
