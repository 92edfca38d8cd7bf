import { DpError, type DpErrorCode } from "../../errors.js";

/**
 * A checked query is refused in these ways alone: what is out of range then is out of the one method's range.
 */
const REFUSALS: readonly DpErrorCode[] = ["NOT_APPLICABLE", "NOT_CONVERGED", "OUT_OF_RANGE"];

/**
 * Whether a method has no figure: it refuses, or fails in itself. What the caller did, such as cancelling, is
 * none.
 */
export function isRefusal(error: unknown): boolean {
  return !(error instanceof DpError) || REFUSALS.includes(error.code);
}
