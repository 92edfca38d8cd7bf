import { expect, it } from "vitest";
import { hidingReports } from "./hiding-reports.js";

/** ⌊reports / ratio⌋ of the doubles as they are. */
function exactly(reports: number, ratio: number): number {
  let [denominator, shift] = [ratio, 0n];
  while (!Number.isInteger(denominator)) [denominator, shift] = [2 * denominator, shift + 1n];
  return Number((BigInt(reports) << shift) / BigInt(denominator));
}

it("counts no report too many where the quotient rounds up to an integer", { tags: ["slow"] }, () => {
  expect(Math.floor(251 / 1.004)).toBe(250); // the quotient of the doubles is below 250
  expect(hidingReports(251, 1.004, 0)).toBe(249);
  let roundedUp = 0;
  for (let level = 0; level < 12; level++) {
    const ratio = 1 + 0.004 * 1.42 ** level;
    for (let reports = 1; reports < 5000; reports++) {
      const exact = exactly(reports, ratio);
      if (Math.floor(reports / ratio) > exact) roundedUp += 1;
      expect(hidingReports(reports, ratio, 0)).toBe(exact);
    }
  }
  expect(roundedUp).toBeGreaterThan(10);
});

it("leaves the share out", () => {
  expect(hidingReports(1000, 1.5, 0.25)).toBe(499); // exactly 500 is lowered too
  expect(hidingReports(1000, 1.5, 0.15)).toBe(566);
});
