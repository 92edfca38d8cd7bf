import { describe, expect, it } from "vitest";
import { guarantees } from "../../accounting/guarantees.js";
import type { MechanismEvent } from "../../privacy/mechanism-event.js";
import { seededSource } from "../../random/seeded-source.js";
import { readTrainConfig } from "../config/read-train-config.js";
import type { TrainConfig } from "../config/train-config.js";
import { settleConfig } from "../options/settle-config.js";
import { central } from "./central.js";
import type { TrainingAdjacency } from "./training-adjacency.js";

const ADD_OR_REMOVE = "add-or-remove" as TrainingAdjacency;

const CENTRAL = { examples: 300, samplingRate: 0.1, clipBound: 0.7, sumStdDev: 2.3 };

const CONFIG = {
  protocol: "central",
  model: "mnist-cnn",
  rounds: 10,
  samplingRate: 0.1,
  clipBound: 0.7,
  noiseToClip: 3,
  adjacency: "zero-out",
  learningRate: 0.3,
};

const REFUSAL = expect.objectContaining({
  code: "BAD_INPUT",
  message: expect.stringMatching(/adjacency must be one of replace-one, zero-out, .*public: take zero-out/),
});

describe("add-or-remove", () => {
  it("does not describe a released mean: the number of examples shows in the noise's scale", () => {
    const released = (examples: number) =>
      central({ ...CENTRAL, examples }).releaseMean(new Float64Array(1), 0, seededSource(3))[0]!;
    expect(released(299) / released(300)).toBeCloseTo(300 / 299, 12);
  });

  it("is refused by configurations and by what settles them for a run", () => {
    expect(() => readTrainConfig({ ...CONFIG, adjacency: ADD_OR_REMOVE })).toThrow(REFUSAL);
    const config = { ...readTrainConfig(CONFIG), adjacency: ADD_OR_REMOVE } as TrainConfig;
    expect(() => settleConfig(config, 300)).toThrow(REFUSAL);
  });
});

describe("zero-out", () => {
  const gaussian = { kind: "gaussian", noiseMultiplier: 3.7 } as const;

  it.each<MechanismEvent>([
    { kind: "repeat", times: 30, of: { kind: "poissonSample", rate: 0.07, of: gaussian } },
    { kind: "repeat", times: 3, of: { kind: "randomAllocation", steps: 14, of: gaussian } },
  ])("has the very figures of add-or-remove, by every method: $of.kind", (event) => {
    const figures = (adjacency: "zero-out" | "add-or-remove") =>
      guarantees(event, { adjacency, delta: 1e-5 }).guarantees.map(({ method, status, side, epsilon }) => ({
        method,
        status,
        side,
        epsilon,
      }));
    expect(figures("zero-out")).toEqual(figures("add-or-remove"));
    expect(figures("zero-out")[0]).toMatchObject({ status: "proven", side: "upper" });
  });
});
