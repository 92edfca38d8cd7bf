import { destination, type Logger, pino } from "pino";

/**
 * What a server writes to its standard error, a JSON object a line: counters and failures, nothing about a
 * user and no request.
 */
export function openLog(level: string): Logger {
  return pino(
    { name: "croupier-server", level, base: { name: "croupier-server", pid: process.pid } },
    destination({ fd: 2, sync: true }),
  );
}
