import { expect, it } from "vitest";
import { checkInBands } from "./check-in-bands.js";
import { joinedBands } from "./joined-bands.js";

const bands = checkInBands(300, 0.1, 1e-12);
const delta = (reports: number, gain: number): number => Math.exp(-reports * gain ** 2) / Math.sqrt(reports);

it("numbers that are alike spend more as one, and no more than as the fewest of all", () => {
  for (const width of [2, 5, 1000]) {
    const joined = joinedBands(bands, (reports) => Math.floor(reports / width));
    expect(joined.length).toBeLessThan(bands.length);
    for (const gain of [0, 0.003, 0.02]) {
      const [one, other] = [bands, joined].map((given) =>
        given.reduce(
          (sum, { weight, samplingRate, reports }) =>
            sum + weight * samplingRate * delta(reports, gain / samplingRate),
          0,
        ),
      ) as [number, number];
      expect(other).toBeGreaterThan(one);
      if (width === 2) expect(other).toBeLessThan(1.1 * one);
    }
  }
});

it("the changed user's report is there as often", () => {
  const included = (given: typeof bands): number =>
    given.reduce((sum, { weight, samplingRate }) => sum + weight * samplingRate, 0);
  expect(included(joinedBands(bands, () => 0))).toBeCloseTo(included(bands), 12);
});

it("bands of different kinds stay as they are, and a number's two shares become the larger one", () => {
  const same = joinedBands(bands, (reports) => reports);
  const largest = new Map(bands.map(({ reports, samplingRate }) => [reports, samplingRate]));
  expect(same.map(({ reports, samplingRate }) => [reports, samplingRate])).toEqual([...largest]);
  expect(same.length).toBeLessThan(bands.length);
});
