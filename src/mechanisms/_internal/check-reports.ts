import { DpError } from "../../errors.js";
import { checkNumber } from "../../validate.js";

/** Checks that there are reports to decode: the mean of none is nothing. */
export function checkSomeReports(name: string, reports: ArrayLike<unknown>): void {
  if (reports.length > 0) return;
  throw new DpError("BAD_INPUT", `${name}: reports must not be empty; a mean needs at least one`, {
    parameter: "reports",
    value: 0,
    allowed: "at least one report",
  });
}

/** Checks a numbered report. */
export function checkReport(name: string, report: number, reportCount: number): number {
  return checkNumber(`${name}: report`, report, { min: 0, max: reportCount - 1, integer: true });
}
