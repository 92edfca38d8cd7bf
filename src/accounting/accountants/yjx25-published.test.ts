import { describe, expect, it } from "vitest";
import type { MechanismEvent } from "../../privacy/index.js";
import { guarantees } from "../guarantees.js";

/** The remark beside the published figure of steps on sampled batches. */
function remark(noiseMultiplier: number, batchClipRatio: number, dimension: number, delta: number): string {
  const event = sampledSteps(noiseMultiplier, batchClipRatio, dimension);
  const report = guarantees(event, { adjacency: "zero-out", delta, method: "yjx25-published" });
  const [figure] = report.guarantees;
  expect(figure?.status).toBe("refuted");
  return figure!.remark!;
}

function sampledSteps(noiseMultiplier: number, batchClipRatio: number, dimension: number): MechanismEvent {
  return {
    kind: "repeat",
    times: 500,
    of: {
      kind: "weightShuffle",
      dimension,
      batchClipRatio,
      of: { kind: "poissonSample", rate: 0.02, of: { kind: "gaussian", noiseMultiplier } },
    },
  };
}

describe("the counterexample beside YJX25's figure", () => {
  it("is a step of the paper's run: delta 0.928 along equal entries, where 2.5e-7 is claimed (docs/theorems/weight-shuffle.md)", () => {
    const words = remark(0.274_04, 1, 85_800_000, 5e-6);
    expect(words).toMatch(/^counterexample: .* a step has delta 0\.928 at epsilon 0\.10\d/);
    expect(words).toMatch(/the theorem claims 2\.5e-7$/);
  });

  it("is not claimed where the step's figure is true in that direction", () => {
    expect(remark(30, 1, 85_800_000, 0.999)).not.toMatch(/counterexample/);
    // But for rounding the plain Gaussian mechanism's.
    expect(remark(1, 30, 1000, 1e-5)).not.toMatch(/counterexample/);
  });
});
