import { describe, expect, it } from "vitest";
import type { TrainingResult } from "../../src/federated/index.js";
import { simulateFederatedTraining, weightsFile } from "../../src/federated/training/index.js";
import { crypto } from "./_internal/federation.js";
import { openTraining, USERS } from "./_internal/training.js";

type Played = Awaited<ReturnType<typeof openTraining>>;

/** Some rounds over the wire; the results. */
async function play(training: Played, rounds: number): Promise<TrainingResult[]> {
  const results: TrainingResult[] = [];
  for (let round = 1; round <= rounds; round++) {
    await training.collect();
    const { stage, result } = await training.analyzer.advance(training.id);
    expect(stage).toBe("published");
    results.push(result as TrainingResult);
  }
  return results;
}

describe("a training over the wire", () => {
  it.each([
    ["check-in with blocks and dummies of absentees", {}],
    [
      "check-in with silent absentees",
      {
        protocol: {
          kind: "check-in",
          samplingRate: 0.9,
          clipBound: 0.7,
          noiseToClip: 1.3,
          absentees: "silent",
        },
        learning: { learningRate: 0.1, optimizer: "adam", averageDecay: 0.9 },
      },
    ],
    ["PrivUnit", { protocol: { kind: "cldp", randomizer: "priv-unit", clipBound: 0.7 }, localEpsilon: 4 }],
    [
      "the hemisphere",
      { protocol: { kind: "cldp", randomizer: "hemisphere", clipBound: 0.7 }, localEpsilon: 4 },
    ],
    ["linf", { protocol: { kind: "cldp", randomizer: "linf", clipBound: 0.3 }, localEpsilon: 6 }],
  ] as const)(
    "of %s is the simulation of the same seed, bit for bit",
    { tags: ["slow"] },
    async (_, more) => {
      const training = await openTraining({ study: { rounds: 3, ...more } });
      const results = await play(training, 3);
      const states: Float32Array[] = [];
      const { study, gradientOf, analyzer, id } = training;
      const simulated = await simulateFederatedTraining({
        study,
        users: USERS,
        gradientOf,
        onRound: (_round, { weights }) => void states.push(weights),
      });
      const trained = (await analyzer.trained(id))!;
      expect(trained.round).toBe(3);
      expect([...trained.weights]).toEqual([...simulated.weights]);
      expect([...trained.average]).toEqual([...simulated.average]);
      const hashes = await Promise.all(
        states.map(async (weights) => (await weightsFile(crypto, study, weights)).sha256),
      );
      expect(results.map(({ update }) => update!.weights)).toEqual(hashes);
      expect(new Set(hashes).size).toBe(3);
    },
  );
});
