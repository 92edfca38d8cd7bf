import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Sends signals to a process, the first `delayMs` after it has printed a text on stderr (at once without
 * one), the others one turn after the other.
 */
export function signalAfter(
  text: string | undefined,
  signals: readonly NodeJS.Signals[],
  delayMs = 0,
): (child: ChildProcess) => void {
  return (child) => {
    let isDue = true;
    const send = async (): Promise<void> => {
      if (!isDue) return;
      isDue = false;
      await sleep(delayMs);
      for (const signal of signals) {
        child.kill(signal);
        await sleep(20);
      }
    };
    if (text === undefined) void send();
    else child.stderr!.on("data", (part) => void (String(part).includes(text) && send()));
  };
}
