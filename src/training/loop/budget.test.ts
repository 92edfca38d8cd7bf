import { describe, expect, it } from "vitest";
import { budgetGuarantee } from "../../accounting/budget-guarantee.js";
import { guarantees } from "../../accounting/guarantees.js";
import type { MechanismEvent } from "../../privacy/mechanism-event.js";
import { readTrainConfig } from "../config/read-train-config.js";
import { protocolOf } from "../options/protocol-of.js";
import type { GaussianRunConfig } from "../options/run-config.js";
import { settleConfig } from "../options/settle-config.js";
import { affordableRounds } from "./affordable-rounds.js";
import { startingState } from "./training-state.js";

const EXAMPLES = 5000;
const FRESH = startingState(new Float32Array(1), EXAMPLES);

type Config = GaussianRunConfig & { readonly rounds: number; readonly noiseToClip: number };

/** Settled, unless a target epsilon leaves the noise open. */
function config(overrides: Readonly<Record<string, unknown>> = {}): Config {
  return readTrainConfig({
    protocol: "central",
    model: "mnist-cnn",
    rounds: 200,
    samplingRate: 0.02,
    clipBound: 0.3,
    noiseToClip: overrides.targetEpsilon === undefined ? 2.6 : undefined,
    adjacency: "replace-one",
    learningRate: 0.3,
    ...overrides,
  }) as Config;
}

function epsilonAfter(of: MechanismEvent, times: number, { adjacency, delta, method }: Config): number {
  const event = { kind: "repeat", times, of } as const;
  const query = { adjacency, delta, ...(method === undefined ? {} : { method }) };
  return budgetGuarantee(guarantees(event, query), method).epsilon.upper;
}

describe("stopAtEpsilon", () => {
  it.each([
    ["best proven", {}],
    ["a named method", { protocol: "check-in", method: "rdp-exact" }],
    ["a method for other neighbours", { adjacency: "zero-out", method: "rdp-poisson" }],
  ] as const)("buys the most rounds that stay within it, by %s", (_name, overrides) => {
    const plenty = config(overrides);
    const protocol = protocolOf(settleConfig(plenty, EXAMPLES), EXAMPLES);
    const of = protocol.describeEvent()!;
    const stopAtEpsilon = epsilonAfter(of, 70, plenty) * 1.001;
    const rounds = affordableRounds({ ...plenty, stopAtEpsilon }, protocol, FRESH);
    expect(rounds).toBeLessThan(plenty.rounds);
    expect(epsilonAfter(of, rounds, plenty)).toBeLessThanOrEqual(stopAtEpsilon);
    expect(epsilonAfter(of, rounds + 1, plenty)).toBeGreaterThan(stopAtEpsilon);
  });

  it("buys whole epochs of a random allocation", () => {
    const plenty = config({
      protocol: "random-allocation",
      samplingRate: undefined,
      roundsPerEpoch: 50,
      rounds: 190,
      adjacency: "zero-out",
      method: "rdp-exact",
    });
    const protocol = protocolOf(settleConfig(plenty, EXAMPLES), EXAMPLES);
    const of = protocol.describeEvent()!;
    for (const [epochs, rounds] of [
      [1, 50],
      [3, 150],
      [4, 190],
    ] as const) {
      const stopAtEpsilon = epsilonAfter(of, epochs, plenty) * 1.001;
      expect(affordableRounds({ ...plenty, stopAtEpsilon }, protocol, FRESH)).toBe(rounds);
    }
    expect(() => affordableRounds({ ...plenty, stopAtEpsilon: 1e-6 }, protocol, FRESH)).toThrow(
      "of one epoch",
    );
  });

  it("changes nothing when the whole run fits, or there is no privacy to spend", () => {
    const generous = config({ stopAtEpsilon: 1000 });
    const protocol = protocolOf(settleConfig(generous, EXAMPLES), EXAMPLES);
    expect(affordableRounds(generous, protocol, FRESH)).toBe(200);
    expect(affordableRounds(config(), protocol, FRESH)).toBe(200);
  });

  it("counts what was spent before", () => {
    const plenty = config();
    const protocol = protocolOf(settleConfig(plenty, EXAMPLES), EXAMPLES);
    const of = protocol.describeEvent()!;
    const budget = { ...plenty, stopAtEpsilon: epsilonAfter(of, 70, plenty) * 1.001 };
    const whole = affordableRounds(budget, protocol, FRESH);
    const lastAfter = (round: number, spent: number) =>
      affordableRounds(budget, protocol, { round, ledger: { kind: "repeat", times: spent, of } });
    expect(lastAfter(30, 30)).toBe(whole);
    expect(lastAfter(30, 50)).toBe(whole - 20);
    expect(lastAfter(30, whole + 1)).toBe(30);
    const other = { kind: "gaussian", noiseMultiplier: 0.9 } as const;
    expect(affordableRounds(budget, protocol, { round: 1, ledger: other })).toBeLessThan(whole);
  });

  it("buys what it can where a method knows nothing of all the rounds", { tags: ["slow", "long"] }, () => {
    const plenty = config({ protocol: "check-in", rounds: 1e9 });
    const protocol = protocolOf(settleConfig(plenty, EXAMPLES), EXAMPLES);
    const of = protocol.describeEvent()!;
    const rounds = affordableRounds(
      { ...plenty, stopAtEpsilon: epsilonAfter(of, 5, plenty) },
      protocol,
      FRESH,
    );
    expect(rounds).toBeGreaterThanOrEqual(5);
    expect(rounds).toBeLessThan(100);
  });

  it("refuses a budget that does not pay for one round", () => {
    const stingy = config({ stopAtEpsilon: 1e-6 });
    const protocol = protocolOf(settleConfig(stingy, EXAMPLES), EXAMPLES);
    expect(() => affordableRounds(stingy, protocol, FRESH)).toThrow(
      expect.objectContaining({
        code: "OUT_OF_RANGE",
        details: { parameter: "train: privacy.stopAtEpsilon", value: 1e-6 },
      }),
    );
  });
});

describe("targetEpsilon", () => {
  it.each([
    ["central", "replace-one", "rdp-poisson"],
    ["central", "zero-out", "rdp-poisson"],
    ["check-in", "replace-one", "rdp-exact"],
  ] as const)("settles the least noise that meets it: %s, %s, %s", (protocol, adjacency, method) => {
    const wanted = config({ protocol, adjacency, method, targetEpsilon: 2 });
    const settled = settleConfig(wanted, EXAMPLES) as Config;
    const epsilonWith = (noiseToClip: number): number => {
      const of = protocolOf({ ...settled, noiseToClip }, EXAMPLES).describeEvent()!;
      return epsilonAfter(of, wanted.rounds, wanted);
    };
    expect(epsilonWith(settled.noiseToClip)).toBeLessThanOrEqual(2);
    expect(epsilonWith(settled.noiseToClip * 0.999)).toBeGreaterThan(2);
    const all = affordableRounds({ ...settled, stopAtEpsilon: 2 }, protocolOf(settled, EXAMPLES), FRESH);
    expect(all).toBe(wanted.rounds);
  });

  it("counts a last epoch cut short as a whole", () => {
    const wanted = config({
      protocol: "random-allocation",
      samplingRate: undefined,
      roundsPerEpoch: 60,
      adjacency: "zero-out",
      method: "rdp-exact",
      targetEpsilon: 2,
    });
    const settled = settleConfig(wanted, EXAMPLES) as Config;
    const of = protocolOf(settled, EXAMPLES).describeEvent()!;
    expect(epsilonAfter(of, 4, wanted)).toBeLessThanOrEqual(2);
    expect(epsilonAfter(of, 4, wanted)).toBeGreaterThan(1.99);
  });

  it("leaves noise that is given as it is", () => {
    expect(settleConfig(config(), EXAMPLES)).toEqual(config());
  });

  it("refuses a method that does not know the protocol", () => {
    expect(() => settleConfig(config({ targetEpsilon: 2, method: "gdd21-upper" }), EXAMPLES)).toThrow(
      expect.objectContaining({ code: "NOT_APPLICABLE" }),
    );
  });
});

describe("epochs", () => {
  it.each([
    ["check-in", { samplingRate: 0.03 }, 50],
    ["central", { samplingRate: 0.03 }, 50],
    ["subsampled-shuffle", { sampled: 400 }, 19],
    ["random-allocation", { roundsPerEpoch: 40 }, 60],
  ] as const)("of %s become the nearest number of rounds", (protocol, sampling, rounds) => {
    const wanted = config({ protocol, samplingRate: undefined, ...sampling, rounds: undefined, epochs: 1.5 });
    const settled = settleConfig(wanted, EXAMPLES);
    expect(settled.rounds).toBe(rounds);
    expect(settled).not.toHaveProperty("epochs");
    expect(settleConfig({ ...wanted, epochs: 1e-9 }, EXAMPLES).rounds).toBe(1);
    expect(() => settleConfig({ ...wanted, epochs: 1e300 }, EXAMPLES)).toThrow(
      /train: epochs: rounds .* must be/,
    );
  });

  it("of batches without noise too", () => {
    const batches = {
      protocol: "nonprivate",
      model: "mnist-cnn",
      batchSize: 128,
      learningRate: 0.1,
      epochs: 2,
    };
    expect(settleConfig(readTrainConfig(batches), EXAMPLES).rounds).toBe(78);
  });
});
