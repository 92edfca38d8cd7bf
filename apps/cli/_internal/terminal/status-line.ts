import type { WriteStream } from "node:tty";

export interface StatusLine {
  /** Draws the line anew, at most ten times a second. */
  refresh(): void;
  /** Leaves the line as it was last, and the cursor below it. */
  stop(): void;
  /** Takes the line away. */
  clear(): void;
}

export type StatusStream = Pick<WriteStream, "write" | "columns" | "on" | "off">;

const HIDE_CURSOR = "\u001b[?25l";
const SHOW_CURSOR = "\u001b[?25h";
const STOP_WRAPPING = "\u001b[?7l";
const WRAP = "\u001b[?7h";
const CLEAR_BELOW = "\u001b[J";
const INTERVAL_MS = 100;
const FALLBACK_COLUMNS = 80;

/**
 * A line of a terminal that is drawn over and over.
 *
 * The cursor rests at its start: where a narrower window breaks the line in two, all of it stands at or below
 * the cursor, and the next drawing clears it. A line that is drawn just as the window shrinks is cut, not
 * wrapped, until the window's new width is known.
 *
 * @param layout the text for a number of columns
 */
export function statusLine(stream: StatusStream, layout: (width: number) => string): StatusLine {
  let timer: NodeJS.Timeout | undefined;
  const draw = (): void => {
    const width = (stream.columns || FALLBACK_COLUMNS) - 1;
    stream.write(`\r${STOP_WRAPPING}${layout(width)}${WRAP}${CLEAR_BELOW}\r`);
  };
  const refresh = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      draw();
    }, INTERVAL_MS).unref();
  };
  const release = (): void => {
    stream.write(`\n${SHOW_CURSOR}`);
  };
  const stopListening = (): void => {
    clearTimeout(timer);
    stream.off("resize", draw);
    process.off("exit", release);
  };
  stream.write(HIDE_CURSOR);
  draw();
  stream.on("resize", draw);
  process.once("exit", release);
  return {
    refresh,
    stop: () => {
      stopListening();
      draw();
      release();
    },
    clear: () => {
      stopListening();
      stream.write(`\r${CLEAR_BELOW}${SHOW_CURSOR}`);
    },
  };
}
