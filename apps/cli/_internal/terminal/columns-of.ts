import type { WriteStream } from "node:tty";

const FALLBACK = 80;
/** Narrower than this nothing can be laid out. */
const MIN_COLUMNS = 20;

/** How many columns to print for a stream: the terminal's, else those that COLUMNS names, else 80. */
export function columnsOf(stream: Pick<WriteStream, "columns">): number {
  const columns = stream.columns || Number(process.env.COLUMNS) || FALLBACK;
  return Math.max(MIN_COLUMNS, Math.floor(columns));
}
