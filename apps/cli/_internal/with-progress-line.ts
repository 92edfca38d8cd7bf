/** Says what is being done. */
export type Say = (words: string) => void;

const CLEAR_LINE = "\r\u001b[K";

/** Shows what is being done on a terminal's line, and nothing in the end; on anything but a terminal nothing. */
export function withProgressLine<Result>(
  work: (say: Say) => Result,
  stream: Pick<NodeJS.WriteStream, "isTTY" | "write"> = process.stderr,
): Result {
  if (!stream.isTTY) return work(() => {});
  try {
    return work((words) => stream.write(CLEAR_LINE + words));
  } finally {
    stream.write(CLEAR_LINE);
  }
}
