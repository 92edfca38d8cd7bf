import type { WriteStream } from "node:tty";
import type { Mark, Paint } from "../../../shared/words/layout.js";

const CODES: Readonly<Record<Mark, number>> = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 };

/** Paints text for a stream: plain where it is not a terminal or NO_COLOR is set. */
export function styleFor(stream: WriteStream): Paint {
  const painted = stream.isTTY && !process.env.NO_COLOR;
  return (mark, text) => (painted ? `\u001b[${CODES[mark]}m${text}\u001b[0m` : text);
}
