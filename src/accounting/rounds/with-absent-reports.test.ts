import { expect, it } from "vitest";
import { withAbsentReports } from "./with-absent-reports.js";

it.each([0.1, 0.37, 1 - 2 ** -30])(
  "sets are rounded up, and overlaps down, so that less is hidden (rate %d)",
  (samplingRate) => {
    const report = { kind: "subsetResponse", epsilon: 1, mass: 0.1, overlap: 0.02 } as const;
    const round = withAbsentReports({ kind: "checkInShuffle", users: 9, samplingRate, report });
    const scale = samplingRate / (samplingRate + (1 - samplingRate) * (1 + 0.1 * Math.expm1(1)));
    const { mass, overlap } = round!.report as { readonly mass: number; readonly overlap: number };
    expect(mass).toBeGreaterThan(0.1 * scale);
    expect(overlap).toBeLessThan(0.02 * scale);
    expect(mass / (0.1 * scale) - 1).toBeLessThan(1e-14);
  },
);
