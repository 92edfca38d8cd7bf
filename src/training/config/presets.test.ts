import { describe, expect, it } from "vitest";
import { deltas } from "../../accounting/deltas.js";
import { protocolOf, type SettledConfig } from "../options/protocol-of.js";
import { roundsPerEpoch } from "../options/rounds-per-epoch.js";
import { settleConfig } from "../options/settle-config.js";
import { baseModel } from "./configured-model.js";
import { PRESETS } from "./presets.js";

const MNIST = 60_000;

describe("presets", () => {
  it.each(Object.entries(PRESETS))("%s describes a run on MNIST", { tags: ["slow"] }, (_name, preset) => {
    const config = settleConfig(preset, MNIST, baseModel(preset));
    const protocol = protocolOf(config, MNIST, baseModel(preset));
    expect(protocol.expectedBatch).toBeCloseTo(MNIST / roundsPerEpoch(config, MNIST), 6);
    expect(config.rounds % config.evaluateEvery).toBe(0);
  });

  it("of LT23 has the report that the paper prints, (12, 1e-5), between neighbours two clip bounds apart", () => {
    const shuffled = protocolOf(PRESETS["mnist-shuffle-lt23"] as SettledConfig, MNIST);
    const { noiseToClip } = (shuffled.describeEvent() as { of: { noiseToClip: number } }).of;
    const spent = (adjacency: "replace-one" | "zero-out") => {
      const { guarantees } = deltas({ kind: "gaussian", noiseToClip }, { adjacency, epsilon: 12 });
      return guarantees.find(({ method }) => method === "pld")!.delta.upper;
    };
    expect(PRESETS["mnist-shuffle-lt23"]).toMatchObject({ adjacency: "replace-one" });
    expect(spent("replace-one") / 1e-5).toBeCloseTo(1.1, 1);
    expect(spent("zero-out")).toBeLessThan(1e-20);
  });

  it("of LT23 differ in who is trusted, not in what the model learns from", () => {
    const shuffled = protocolOf(PRESETS["mnist-shuffle-lt23"] as SettledConfig, MNIST);
    const central = protocolOf(PRESETS["mnist-central-lt23"] as SettledConfig, MNIST);
    expect(central.expectedBatch).toBeCloseTo(shuffled.expectedBatch, 9);
    expect(shuffled.describeEvent()).toMatchObject({ sampled: 60, of: { noiseToClip: 0.86 } });
    const { of } = central.describeEvent() as { of: { noiseToClip: number } };
    expect(of.noiseToClip).toBeCloseTo(Math.sqrt(60) * 0.86, 12);
  });

  it("of LT22 is as printed, at the paper's distance between neighbours", () => {
    const protocol = protocolOf(PRESETS["mnist-check-in-lt22"] as SettledConfig, MNIST);
    expect(protocol.describeEvent()).toMatchObject({
      checkInRate: 0.1,
      of: { kind: "gaussian", noiseToClip: 5 },
    });
  });
});
