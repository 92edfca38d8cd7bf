import { describe, expect, it } from "vitest";
import { channelEpsilon } from "./channel-epsilon.js";

describe("the local epsilon of a channel", () => {
  // log(k / (64 - k)) as the sum of two doubles, by Python's decimal with 60 digits: numbers whose Math.log
  // is below.
  it.each([
    [33, 0.06252035698133399, 4.081399511368683e-18],
    [38, 0.37948962170490375, -2.1724786219954155e-17],
    [45, 0.8622235106038793, 4.6680058403019115e-17],
    [52, 1.466337068793427, 8.815487484029442e-17],
    [58, 2.268683541318364, 1.9722653486819097e-16],
    [61, 3.0122615755052013, 2.0760000913434236e-16],
    [63, 4.143134726391533, 1.1385452230404978e-16],
  ])("is rounded up: %d parts of 64", (parts, high, low) => {
    const [most, least] = [parts / 64, 1 - parts / 64];
    const epsilon = channelEpsilon([
      [most, least],
      [least, most],
    ]);
    expect(epsilon - high).toBeGreaterThanOrEqual(low);
    expect(epsilon / high - 1).toBeLessThan(1e-11);
  });

  it("is 0 where inputs do not matter, and infinite where a report gives one away", () => {
    expect(
      channelEpsilon([
        [0.25, 0.75],
        [0.25, 0.75],
      ]),
    ).toBe(0);
    expect(
      channelEpsilon([
        [0.25, 0.75],
        [0, 1],
      ]),
    ).toBe(Infinity);
  });
});
