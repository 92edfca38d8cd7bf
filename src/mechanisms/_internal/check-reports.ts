import { DpError } from "../../errors.js";
import { checkArrayLike, checkNumber, type Range } from "../../validate.js";

/** Checks that there are reports to decode. */
export function checkSomeReports(name: string, reports: ArrayLike<unknown>): void {
  const parameter = `${name}: reports`;
  if (checkArrayLike(parameter, reports).length > 0) return;
  const allowed = "at least one report";
  throw new DpError("BAD_INPUT", `${parameter} must be ${allowed}, got none`, {
    parameter,
    value: 0,
    allowed,
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

/** Checks the numbered report at a place among many. */
export function checkReportAt(name: string, report: number, index: number, reportCount: number): number {
  if (Number.isInteger(report) && report >= 0 && report < reportCount) return report;
  return checkNumber(`${name}: reports[${index}]`, report, indexBelow(reportCount));
}

/** How often each numbered report occurs. */
export function countReports(name: string, reports: ArrayLike<number>, reportCount: number): Float64Array {
  const counts = new Float64Array(reportCount);
  for (let index = 0; index < reports.length; index++) {
    counts[checkReportAt(name, reports[index]!, index, reportCount)]!++;
  }
  return counts;
}
