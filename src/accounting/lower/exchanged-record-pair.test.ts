import { describe, expect, it } from "vitest";
import type { MechanismEvent } from "../../privacy/index.js";
import { clones2023Pld } from "../accountants/clones-2023-pld.js";
import { cohortLower } from "../accountants/cohort-lower.js";
import { exchangedRecordPair } from "./exchanged-record-pair.js";

describe.each([5e-4, 1e-3, 1, 1e8, 1e9])("noise multiplier %d", (noiseMultiplier) => {
  it.each([1e-12, 0.04, 1])(
    "at rate %d has losses that rise, though they differ by rounding only",
    (rate) => {
      const { loss } = exchangedRecordPair(rate, noiseMultiplier).below(1e-3, 1e-32, false);
      expect(loss.length).toBeGreaterThan(0);
      expect(loss.every((each, i) => i === 0 || each >= loss[i - 1]!)).toBe(true);
    },
  );
});

it("adds nothing to other rounds where its laws are the same", () => {
  const reports = {
    kind: "checkInShuffle",
    users: 2,
    checkInRate: 0.0047,
    of: { kind: "randomizedResponse", epsilon: 6.49, categories: 4 },
  } as const;
  const sample = {
    kind: "poissonSample",
    rate: 0.0403,
    of: { kind: "gaussian", noiseMultiplier: 1e9 },
  } as const;
  const both: MechanismEvent = { kind: "sequence", of: [sample, reports] };
  for (const epsilon of [0, 0.001, 0.44, 2, 5]) {
    const asked = { adjacency: "replace-one", epsilon } as const;
    const { lower } = cohortLower.deltaAtEpsilon(both, asked).delta;
    expect(lower).toBeGreaterThan(0);
    expect(lower).toBeLessThanOrEqual(clones2023Pld.deltaAtEpsilon(reports, asked).delta.upper);
  }
});
