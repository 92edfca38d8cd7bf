/**
 * The thread of the analyzer where one process is all parties: figures take seconds, and requests are
 * answered meanwhile.
 */
import { parentPort, workerData } from "node:worker_threads";
import { DpError } from "../../../../src/errors.js";
import { makeAlarm } from "./alarm.js";
import { type AnalyzerRoleOptions, runAnalyzer } from "./analyzer-role.js";
import type { AnalyzerOrder, AnalyzerReport } from "./analyzer-thread.js";

const port = parentPort!;
const stop = new AbortController();
const alarm = makeAlarm();
let isAsked = false;

function report(message: AnalyzerReport): void {
  port.postMessage(message);
}

port.on("message", (order: AnalyzerOrder) => {
  if (order === "stop") stop.abort();
  if (order === "open") isAsked = true;
  alarm.ring();
});

try {
  await runAnalyzer(workerData as AnalyzerRoleOptions, {
    signal: stop.signal,
    alarm,
    wasAsked: () => {
      const was = isAsked;
      isAsked = false;
      return was;
    },
    tell: (news) => report({ kind: "news", news }),
  });
  report({ kind: "ended" });
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof DpError) report({ kind: "died", message, code: error.code, details: error.details });
  else report({ kind: "died", message });
}
port.close();
