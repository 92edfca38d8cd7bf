import { DpError } from "../../errors.js";
import { checkNumber, type Range } from "../../validate.js";

/** Checks that there are reports to decode. */
export function checkSomeReports(name: string, reports: ArrayLike<unknown>): void {
  if (reports.length > 0) return;
  throw new DpError("BAD_INPUT", `${name}: reports must not be empty; a mean needs at least one`, {
    parameter: "reports",
    value: 0,
    allowed: "at least one report",
  });
}

/** The range of a report's or a category's number. */
export function indexBelow(count: number): Range {
  return { min: 0, max: count - 1, integer: true };
}

/** Checks a numbered report. */
export function checkReport(name: string, report: number, reportCount: number): number {
  return checkNumber(`${name}: report`, report, indexBelow(reportCount));
}

/** How often each numbered report occurs. */
export function countReports(name: string, reports: ArrayLike<number>, reportCount: number): Float64Array {
  const counts = new Float64Array(reportCount);
  for (let index = 0; index < reports.length; index++)
    counts[checkReport(name, reports[index]!, reportCount)]!++;
  return counts;
}
