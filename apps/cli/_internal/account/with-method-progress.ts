import type { OnMethod } from "../../../shared/account/answer.js";
import { withProgressLine } from "../with-progress-line.js";

/**
 * Names the method at work on a terminal's line, for some take seconds; on anything but a terminal nothing.
 */
export function withMethodProgress<Result>(
  ask: (onMethod: OnMethod) => Result,
  stream: Pick<NodeJS.WriteStream, "isTTY" | "write"> = process.stderr,
): Result {
  return withProgressLine((say) => ask((method) => say(`asking ${method} ...`)), stream);
}
