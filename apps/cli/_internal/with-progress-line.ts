import type { Say } from "../../shared/words/say.js";

const CLEAR_LINE = "\r\u001b[K";

/**
 * Shows what is being done on a terminal's line, and nothing in the end; on anything but a terminal nothing.
 * Work may be a promise.
 */
export function withProgressLine<Result>(
  work: (say: Say) => Result,
  stream: Pick<NodeJS.WriteStream, "isTTY" | "write"> = process.stderr,
): Result {
  if (!stream.isTTY) return work(() => {});
  const clear = (): void => void stream.write(CLEAR_LINE);
  let result: Result;
  try {
    result = work((words) => stream.write(CLEAR_LINE + words));
  } catch (error) {
    clear();
    throw error;
  }
  if (result instanceof Promise) return result.finally(clear) as Result;
  clear();
  return result;
}
