import type { Method } from "../../../../src/privacy/index.js";

export type OnMethod = (method: Method) => void;

const CLEAR_LINE = "\r\u001b[K";

/** Names the method at work on a terminal's line, for some take seconds; on anything but a terminal nothing. */
export function withMethodProgress<Result>(
  ask: (onMethod: OnMethod) => Result,
  stream: Pick<NodeJS.WriteStream, "isTTY" | "write"> = process.stderr,
): Result {
  if (!stream.isTTY) return ask(() => {});
  try {
    return ask((method) => stream.write(`${CLEAR_LINE}asking ${method} ...`));
  } finally {
    stream.write(CLEAR_LINE);
  }
}
