/**
 * Random cases of a few shuffled vectors among dummies: simulated, against the accountants' bounds. `npm run
 * cohorts` has many.
 */
import { describe, expect, it } from "vitest";
import { checkHiddenCase } from "../../scripts/cohorts/check-hidden-case.js";
import { randomHiddenCase } from "../../scripts/cohorts/hidden-case.js";
import { seededSource } from "../../src/random/index.js";

const CASES = 24;
/** The probability that the test fails though nothing is wrong; the seed is fixed. */
const FALSE_ALARM = 1e-6;

describe("shuffled vectors among dummies", () => {
  it("no case exceeds its bound, and some would exceed a smaller one", {
    tags: ["slow"],
    timeout: 180_000,
  }, () => {
    const source = seededSource(11);
    const options = { plays: 3000, failure: FALSE_ALARM / (2 * CASES) };
    const checked = Array.from({ length: CASES }, () => {
      const given = randomHiddenCase(source);
      const found = checkHiddenCase(given, options, source);
      if (found !== undefined) expect(found.lower, JSON.stringify(given)).toBeLessThanOrEqual(found.bound);
      return found;
    }).filter((each) => each !== undefined);
    expect(checked.length).toBeGreaterThan(CASES / 2);
    const close = checked.filter(({ mean, bound }) => mean > 0.9 * bound);
    expect(close.length).toBeGreaterThan(1);
    const seen = checked.filter(({ lower, bound }) => lower > 0.8 * bound);
    expect(seen.length).toBeGreaterThan(0);
  });
});
