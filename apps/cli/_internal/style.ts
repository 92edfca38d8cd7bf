import type { WriteStream } from "node:tty";

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const;

export type Style = keyof typeof CODES;

/** Paints text for a stream: plain where it is not a terminal or NO_COLOR is set. */
export function styleFor(stream: WriteStream): (style: Style, text: string) => string {
  const painted = stream.isTTY && !process.env.NO_COLOR;
  return (style, text) => (painted ? `\u001b[${CODES[style]}m${text}\u001b[0m` : text);
}
