import { describe, expect, it } from "vitest";
import { guarantees } from "../../accounting/guarantees.js";
import { gaussianDelta } from "../../accounting/theorems/gaussian.js";
import {
  weightShuffleStepBudget,
  weightShuffleTotalEpsilon,
} from "../../accounting/theorems/weight-shuffle-budget.js";
import { readTrainConfig } from "../config/read-train-config.js";
import { modelOf } from "../models/model-name.js";
import { type NoisyRunConfig, protocolOf } from "./protocol-of.js";
import { settleConfig } from "./settle-config.js";

const EXAMPLES = 60_000;
const MODEL = modelOf("mnist-cnn");
const GIVEN = {
  protocol: "weight-shuffle",
  model: "mnist-cnn",
  rounds: 40,
  samplingRate: 0.05,
  clipBound: 0.5,
  batchClipBound: 0.5,
  targetEpsilon: 1,
  adjacency: "zero-out",
  learningRate: 3,
  calibration: "published",
};
const settled = (changes: object = {}) =>
  settleConfig(readTrainConfig({ ...GIVEN, ...changes }), EXAMPLES, MODEL) as NoisyRunConfig;

describe("the published calibration", () => {
  it("takes the noise that the paper's accountant says keeps the target, and which does not", () => {
    const config = settled();
    expect(config).toMatchObject({ protocol: "weight-shuffle", calibration: "published", targetEpsilon: 1 });
    const run = { dimension: 13_696, batchClipRatio: 1, samplingRate: 0.05, steps: 40, delta: 1e-5 };
    const claimed = (noiseMultiplier: number) => weightShuffleTotalEpsilon({ ...run, noiseMultiplier });
    expect(claimed(config.noiseToClip)).toBeLessThanOrEqual(1);
    expect(claimed(config.noiseToClip * 0.999)).toBeGreaterThan(1);

    const of = protocolOf(config as never, EXAMPLES, MODEL).describeEvent()!;
    const report = guarantees({ kind: "repeat", times: 40, of }, { adjacency: "zero-out", delta: 1e-5 });
    const published = report.guarantees.find(({ method }) => method === "yjx25-published")!;
    expect(published).toMatchObject({ status: "refuted", remark: expect.stringMatching(/\(1, \.\.\., 1\)/) });
    expect(published.epsilon.upper).toBeLessThanOrEqual(1);
    expect(report.guarantees[0]).toMatchObject({ status: "proven", side: "upper" });
    const lower = report.guarantees.find(({ side, status }) => side === "lower" && status === "proven")!;
    expect(lower.epsilon.lower).toBeGreaterThan(20);
  });

  it("falls back to plain DP-SGD, and to its noise, where the paper's is no less", () => {
    const config = settled({ batchClipBound: 1500 });
    expect(config).toMatchObject({ protocol: "central", targetEpsilon: 1 });
    expect(config).not.toHaveProperty("batchClipBound");
    expect(config).not.toHaveProperty("calibration");
    const step = weightShuffleStepBudget({ epsilon: 1, delta: 1e-5, samplingRate: 0.05, steps: 40 });
    const deltaAt = (noiseMultiplier: number) => gaussianDelta({ epsilon: step.epsilon, noiseMultiplier });
    expect(deltaAt(config.noiseToClip)).toBeLessThanOrEqual(step.delta);
    expect(deltaAt(config.noiseToClip * 0.999)).toBeGreaterThan(step.delta);
  });

  it("wants a target, and the paper's adjacency", () => {
    expect(() => settled({ targetEpsilon: undefined, noiseToClip: 3 })).toThrow(
      /protocol\.calibration must be proven where noiseToClip is given/,
    );
    expect(() => settled({ adjacency: "replace-one" })).toThrow(
      expect.objectContaining({ code: "NOT_APPLICABLE", message: expect.stringMatching(/must be zero-out/) }),
    );
    expect(() => settled({ calibration: "hopeful" })).toThrow(/calibration must be one of proven, published/);
  });
});

describe("the proven calibration", () => {
  it.each(["zero-out", "replace-one"])(
    "is the least noise of the best proven figure under %s, the default",
    (adjacency) => {
      const { calibration: _, ...given } = GIVEN;
      const config = settleConfig(
        readTrainConfig({ ...given, adjacency }),
        EXAMPLES,
        MODEL,
      ) as NoisyRunConfig;
      expect(config).toMatchObject({ protocol: "weight-shuffle", calibration: "proven" });
      const spent = (noiseToClip: number) => {
        const of = protocolOf({ ...config, noiseToClip } as never, EXAMPLES, MODEL).describeEvent()!;
        const event = { kind: "repeat", times: 40, of } as const;
        return guarantees(event, { adjacency: adjacency as "zero-out", delta: 1e-5 }).guarantees[0]!;
      };
      expect(spent(config.noiseToClip)).toMatchObject({ status: "proven", side: "upper" });
      expect(spent(config.noiseToClip).epsilon.upper).toBeLessThanOrEqual(1);
      expect(spent(config.noiseToClip * 0.999).epsilon.upper).toBeGreaterThan(1);
    },
  );
});
