import type { NotApplicable } from "../../../src/accounting/index.js";
import { DpError } from "../../../src/errors.js";

/** How the reasons of methods begin that are about other mechanisms. */
const ABOUT_OTHERS = /^(it covers|the reports must be) /;

/**
 * The error of a question that no method answers: of the reasons the one that most methods have which know
 * the mechanism.
 */
export function noFigure(notApplicable: readonly NotApplicable[]): DpError {
  const [only, ...others] = notApplicable;
  const reasons = notApplicable.map(({ reason }) => reason);
  const telling = reasons.filter((reason) => !ABOUT_OTHERS.test(reason));
  const candidates = telling.length === 0 ? reasons : telling;
  const frequency = (reason: string): number => candidates.filter((each) => each === reason).length;
  const [reason] = candidates.toSorted((one, other) => frequency(other) - frequency(one));
  const who = others.length === 0 ? only!.method : "no method applies";
  return new DpError("NOT_APPLICABLE", `${who}: ${reason}`, {
    parameter: "event",
    value: notApplicable,
  });
}
