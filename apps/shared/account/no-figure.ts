import type { NotApplicable } from "../../../src/accounting/index.js";
import { DpError } from "../../../src/errors.js";

/** How reasons begin that say less: of methods for other rounds, and of those for other reports. */
const ABOUT_OTHER_ROUNDS = /^(it covers|all rounds are of one kind)/;
const ABOUT_OTHER_REPORTS = /^the reports must be /;

/**
 * The error of a question that no method answers: the reason that most of those have which know the event.
 */
export function noFigure(notApplicable: readonly NotApplicable[]): DpError {
  const [only, ...others] = notApplicable;
  const reasons = notApplicable.map(({ reason }) => reason);
  const ofRound = reasons.filter((reason) => !ABOUT_OTHER_ROUNDS.test(reason));
  const ofReport = ofRound.filter((reason) => !ABOUT_OTHER_REPORTS.test(reason));
  const candidates = [ofReport, ofRound, reasons].find(({ length }) => length > 0)!;
  const frequency = (reason: string): number => candidates.filter((each) => each === reason).length;
  const [reason] = candidates.toSorted((one, other) => frequency(other) - frequency(one));
  const who = others.length === 0 ? only!.method : "no method applies";
  return new DpError("NOT_APPLICABLE", `${who}: ${reason}`, {
    parameter: "event",
    value: notApplicable,
  });
}
