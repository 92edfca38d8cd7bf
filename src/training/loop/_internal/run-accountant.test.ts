import { afterAll, beforeAll, expect, it } from "vitest";
import { guarantees } from "../../../accounting/guarantees.js";
import { readTrainConfig } from "../../config/read-train-config.js";
import type { RunConfig } from "../../options/run-config.js";
import { openAccountant, type RunAccountant } from "./run-accountant.js";

const config = readTrainConfig({
  protocol: "central",
  model: "mnist-cnn",
  rounds: 200,
  samplingRate: 0.02,
  clipBound: 0.3,
  noiseToClip: 2.6,
  adjacency: "zero-out",
  delta: 1e-5,
  learningRate: 0.3,
}) as RunConfig;
const ROUND = { kind: "poissonSample", rate: 0.02, of: { kind: "gaussian", noiseToClip: 2.6 } } as const;

let accountant: RunAccountant;
beforeAll(async () => {
  accountant = (await openAccountant(config))!;
});
afterAll(() => accountant.close());

it("says of every ledger what that one has spent, whatever was asked before", {
  tags: ["slow"],
}, async () => {
  for (const times of [10, 200, 10]) {
    const ledger = { kind: "repeat", times, of: ROUND } as const;
    const expected = guarantees(ledger, { adjacency: "zero-out", delta: 1e-5 });
    expect(await accountant.report(ledger)).toEqual(expected);
  }
});

it("answers a question that was just asked by the same answer", async () => {
  const ledger = { kind: "repeat", times: 20, of: ROUND } as const;
  const answer = accountant.report(ledger);
  expect(accountant.report({ ...ledger })).toBe(answer);
  await answer;
});

it("is none without privacy", async () => {
  expect(await openAccountant({ ...config, protocol: "nonprivate" } as RunConfig)).toBeUndefined();
});
