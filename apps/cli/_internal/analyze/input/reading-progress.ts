import { bar } from "../../../../shared/words/bar.js";
import { formatSeconds } from "../../../../shared/words/format-seconds.js";
import { statusLine } from "../../terminal/status-line.js";

/** Below this a file is read before anybody looks. */
const LONG_FILE = 2 ** 23;
const FULL_BAR = 40;
const SIGNALS = ["SIGINT", "SIGTERM"] as const;

export interface ReadingProgress {
  update(bytesRead: number): void;
  stop(): void;
}

/** A bar on stderr while a long file is read, on a terminal only. */
export function readingProgress(bytes: number): ReadingProgress {
  if (!process.stderr.isTTY || bytes < LONG_FILE) return { update: () => {}, stop: () => {} };
  const started = performance.now();
  let read = 0;
  const line = statusLine(process.stderr, (width) => {
    const share = Math.min(1, read / bytes);
    const seconds = (performance.now() - started) / 1000;
    const left = share === 0 ? "-" : formatSeconds((seconds * (1 - share)) / share);
    const text = ` reading | ${Math.floor(100 * share)} % | ${left} left`;
    return width < text.length ? "" : bar(share, Math.min(FULL_BAR, width - text.length)) + text;
  });
  // A process that a signal ends does not get to show the cursor again.
  const end = (signal: NodeJS.Signals): void => {
    stop();
    process.kill(process.pid, signal);
  };
  const stop = (): void => {
    for (const signal of SIGNALS) process.off(signal, end);
    line.clear();
  };
  for (const signal of SIGNALS) process.on(signal, end);
  return {
    update(bytesRead) {
      read = bytesRead;
      line.refresh();
    },
    stop,
  };
}
