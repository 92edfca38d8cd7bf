import { DpError } from "../../errors.js";

/** The error by which an accountant says that it has nothing to say about an event, and why. */
export function notApplicable(method: string, reason: string): DpError {
  return new DpError("NOT_APPLICABLE", `${method}: ${reason}`, { parameter: "event" });
}
