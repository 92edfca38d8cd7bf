import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type StatusStream, statusLine } from "./status-line.js";

let written: string[] = [];
let onResize: (() => void) | undefined;
const stream = {
  columns: 30,
  write: (text: string) => written.push(text) > 0,
  on: (_: string, listener: () => void) => {
    onResize = listener;
  },
  off: () => {
    onResize = undefined;
  },
};

beforeEach(() => {
  written = [];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const open = (layout: (width: number) => string) => statusLine(stream as unknown as StatusStream, layout);

describe("statusLine", () => {
  it("writes over what was there, clears what is below, and rests at its start", () => {
    const line = open((width) => "x".repeat(width));
    expect(written).toEqual(["\u001b[?25l", `\r\u001b[?7l${"x".repeat(29)}\u001b[?7h\u001b[J\r`]);
    line.stop();
  });

  it("is drawn at most ten times a second", () => {
    let count = 0;
    const line = open(() => String(++count));
    for (let i = 0; i < 1000; i++) {
      line.refresh();
      vi.advanceTimersByTime(1);
    }
    expect(count).toBe(1 + 10);
    line.stop();
  });

  it("is laid out anew at once when the window changes", () => {
    const line = open((width) => String(width));
    stream.columns = 10;
    onResize!();
    expect(written.at(-1)).toBe("\r\u001b[?7l9\u001b[?7h\u001b[J\r");
    stream.columns = 30;
    line.stop();
  });

  it("leaves its last state, a new line and the cursor, and listens no more", () => {
    const before = process.listenerCount("exit");
    let state = "one";
    const line = open(() => state);
    expect(process.listenerCount("exit")).toBe(before + 1);
    state = "two";
    line.refresh();
    line.stop();
    vi.runAllTimers();
    expect(written.slice(-2)).toEqual(["\r\u001b[?7ltwo\u001b[?7h\u001b[J\r", "\n\u001b[?25h"]);
    expect(onResize).toBeUndefined();
    expect(process.listenerCount("exit")).toBe(before);
  });

  it("can be taken away", () => {
    const line = open(() => "text");
    line.refresh();
    line.clear();
    vi.runAllTimers();
    expect(written.at(-1)).toBe("\r\u001b[J\u001b[?25h");
    expect(onResize).toBeUndefined();
  });
});
