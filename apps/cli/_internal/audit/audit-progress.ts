import type { AuditProgress } from "../../../../src/auditing/index.js";
import { bar } from "../../../shared/words/bar.js";
import { formatSeconds } from "../../../shared/words/format-seconds.js";
import { statusLine } from "../terminal/status-line.js";

const BAR_WIDTH = 24;

/** Plays and time left, on a terminal's line on stderr; nothing on anything but a terminal. */
export function showAuditProgress(trials: number): {
  update(progress: AuditProgress): void;
  clear(): void;
} {
  if (!process.stderr.isTTY) return { update: () => {}, clear: () => {} };
  const started = performance.now();
  let played = 0;
  const line = statusLine(process.stderr, (width) => {
    const seconds = (performance.now() - started) / 1000;
    const left = played === 0 ? "-" : formatSeconds((seconds * (trials - played)) / played);
    const words = `${played.toLocaleString("en")} of ${trials.toLocaleString("en")} plays | ${left} left`;
    return `${bar(played / trials, BAR_WIDTH)} ${words}`.slice(0, width);
  });
  return {
    update: (progress) => {
      played = progress.played;
      line.refresh();
    },
    clear: () => line.clear(),
  };
}
