import { describe, expect, it } from "vitest";
import type { SettledConfig } from "../../training/options/protocol-of.js";
import { timeRun } from "./_internal/play-run.js";
import { auditRun, type PlayedRun } from "./audit-run.js";

const RUN: PlayedRun = {
  config: {
    protocol: "central",
    ...{ adjacency: "zero-out", delta: 0.01, samplingRate: 0.5, clipBound: 1, noiseToClip: 0.2 },
    ...{ rounds: 3, optimizer: "sgd", momentum: 0, learningRate: 1, learningRateSchedule: "constant" },
    ...{ layerSteps: "equal", weightDecay: 0, averageDecay: 0, evaluateEvery: 1 },
  } as SettledConfig,
  examples: 20,
  model: { input: { height: 1, width: 1, channels: 2 }, layers: [{ kind: "dense", units: 2 }] },
  adjacency: "zero-out",
  rounds: 3,
  canary: "random",
  normToClip: 1,
};
const ASKED = { trials: 400, delta: 0.01, adjacency: "zero-out", claim: 0.5, seed: 7 } as const;

describe("an audit of a run on threads", () => {
  it("gives the same report with the same seed, for any number of threads", {
    tags: ["slow", "long"],
  }, async () => {
    const alone = await auditRun(RUN, ASKED);
    expect(alone).toMatchObject({ verdict: "refuted", trials: 400, looked: 400 });
    expect(await auditRun(RUN, { ...ASKED, threads: 3 })).toEqual(alone);
    expect(await auditRun(RUN, { ...ASKED, seed: 8 })).not.toEqual(alone);
  });

  it("ends early with the plays before the first that is missing", { tags: ["slow"] }, async () => {
    const stop = new AbortController();
    const seen: number[] = [];
    const report = await auditRun(RUN, {
      ...{ ...ASKED, trials: 1_000_000, threads: 2, signal: stop.signal },
      onProgress: ({ played }) => {
        seen.push(played);
        if (played === 300) stop.abort();
      },
    });
    expect(seen).toEqual([...seen].sort((one, other) => one - other));
    expect(report.trials).toBeGreaterThanOrEqual(300);
    expect(report.trials).toBeLessThan(1_000_000);
    expect(report.trials).toBe(seen.at(-1));
  });

  it("is timed by plays of its own", { tags: ["slow"] }, async () => {
    const seconds = await timeRun({ ...RUN, seed: 7 }, 2);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThan(10);
  });
});
