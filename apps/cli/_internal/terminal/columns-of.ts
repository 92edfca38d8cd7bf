import type { WriteStream } from "node:tty";

const FALLBACK = 80;
/** Narrower than this no table can be laid out. */
const LEAST = 40;

/** How many columns to print for a stream: the terminal's, else those that COLUMNS names, else 80. */
export function columnsOf(stream: WriteStream): number {
  const columns = stream.columns || Number(process.env.COLUMNS) || FALLBACK;
  return Math.max(LEAST, Math.floor(columns));
}
