import { describe, expect, it } from "vitest";
import { lookAt, lookSchedule } from "./look-schedule.js";

describe("the schedule of looks", () => {
  it.each([1, 2, 3, 1000, 2 ** 31])("spends no more than there is, latest look first: %d plays", (plays) => {
    const looks = lookSchedule(plays);
    expect(looks[0]).toEqual({ plays, share: 0.5 });
    expect(looks.reduce((sum, { share }) => sum + share, 0)).toBeLessThanOrEqual(1);
    const counts = looks.map((look) => look.plays);
    expect(counts).toEqual([...new Set(counts)].sort((one, other) => other - one));
    expect(counts.at(-1)).toBeGreaterThan(0);
  });

  it("is looked at where enough was played", () => {
    expect(lookAt(1000, 1000)).toEqual({ plays: 1000, share: 1 / 2 });
    expect(lookAt(1000, 999)).toEqual({ plays: 708, share: 1 / 4 });
    expect(lookAt(1000, 500)).toEqual({ plays: 500, share: 1 / 8 });
    expect(lookAt(1000, 0)).toBeUndefined();
  });
});
