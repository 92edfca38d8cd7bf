import { Presets, SingleBar } from "cli-progress";

/** Below this a file is read before anybody looks. */
const LONG_FILE = 2 ** 23;

export interface ReadingProgress {
  update(bytesRead: number): void;
  stop(): void;
}

/** A bar on stderr while a long file is read, on a terminal only. */
export function readingProgress(bytes: number): ReadingProgress {
  if (!process.stderr.isTTY || bytes < LONG_FILE) return { update: () => {}, stop: () => {} };
  const format = "{bar} reading | {percentage} % | {eta_formatted} left";
  const bar = new SingleBar(
    { format, stream: process.stderr, hideCursor: true, clearOnComplete: true },
    Presets.shades_grey,
  );
  bar.start(bytes, 0);
  let shown = 0;
  return {
    update(bytesRead) {
      if (bytesRead === shown) return;
      shown = bytesRead;
      bar.update(bytesRead);
    },
    stop: () => bar.stop(),
  };
}
