import { describe, expect, it } from "vitest";
import { chosenGuarantee } from "../accounting/chosen-guarantee.js";
import { guarantees } from "../accounting/guarantees.js";
import type { MechanismEvent } from "../privacy/mechanism-event.js";
import { affordableRounds } from "./affordable-rounds.js";
import { protocolOf } from "./protocols/protocol-of.js";
import { readTrainConfig } from "./read-train-config.js";
import { settleNoise } from "./settle-noise.js";
import type { PrivateTrainConfig } from "./train-config.js";

const EXAMPLES = 5000;

function config(overrides: Partial<PrivateTrainConfig> = {}): PrivateTrainConfig {
  return readTrainConfig({
    protocol: "central",
    model: "mnist-cnn",
    rounds: 200,
    sampleRate: 0.02,
    clipBound: 0.3,
    noiseToClip: overrides.targetEpsilon === undefined ? 2.6 : undefined,
    adjacency: "replace-one",
    learningRate: 0.3,
    ...overrides,
  }) as PrivateTrainConfig;
}

function epsilonAfter(
  of: MechanismEvent,
  times: number,
  { adjacency, delta, method }: PrivateTrainConfig,
): number {
  const event = { kind: "repeat", times, of } as const;
  const query = { adjacency, delta, ...(method === undefined ? {} : { method }) };
  return chosenGuarantee(guarantees(event, query), method).epsilon.upper;
}

describe("stopAtEpsilon", () => {
  it.each([
    ["best proven", {}],
    ["a named method", { protocol: "check-in", method: "rdp-exact" }],
    ["a method for other neighbours", { adjacency: "add-or-remove", method: "rdp-poisson" }],
  ] as const)("buys the most rounds that stay within it, by %s", (_name, overrides) => {
    const plenty = config(overrides);
    const protocol = protocolOf(settleNoise(plenty, EXAMPLES), EXAMPLES);
    const of = protocol.describeRound(plenty.adjacency)!;
    const stopAtEpsilon = epsilonAfter(of, 70, plenty) * 1.001;
    const rounds = affordableRounds({ ...plenty, stopAtEpsilon }, protocol);
    expect(rounds).toBeLessThan(plenty.rounds);
    expect(epsilonAfter(of, rounds, plenty)).toBeLessThanOrEqual(stopAtEpsilon);
    expect(epsilonAfter(of, rounds + 1, plenty)).toBeGreaterThan(stopAtEpsilon);
  });

  it("changes nothing when the whole run fits, or there is no privacy to spend", () => {
    const generous = config({ stopAtEpsilon: 1000 });
    const protocol = protocolOf(settleNoise(generous, EXAMPLES), EXAMPLES);
    expect(affordableRounds(generous, protocol)).toBe(200);
    expect(affordableRounds(config(), protocol)).toBe(200);
  });

  it("refuses a budget that does not pay for one round", () => {
    const stingy = config({ stopAtEpsilon: 1e-6 });
    const protocol = protocolOf(settleNoise(stingy, EXAMPLES), EXAMPLES);
    expect(() => affordableRounds(stingy, protocol)).toThrow(
      expect.objectContaining({
        code: "OUT_OF_RANGE",
        details: { parameter: "config.stopAtEpsilon", value: 1e-6 },
      }),
    );
  });
});

describe("targetEpsilon", () => {
  it.each([
    ["central", "replace-one", "rdp-poisson"],
    ["central", "add-or-remove", "rdp-poisson"],
    ["check-in", "replace-one", "rdp-exact"],
  ] as const)("settles the least noise that meets it: %s, %s, %s", (protocol, adjacency, method) => {
    const asked = config({ protocol, adjacency, method, targetEpsilon: 2 });
    const settled = settleNoise(asked, EXAMPLES) as PrivateTrainConfig & { noiseToClip: number };
    const epsilonWith = (noiseToClip: number): number => {
      const of = protocolOf({ ...settled, noiseToClip }, EXAMPLES).describeRound(adjacency)!;
      return epsilonAfter(of, asked.rounds, asked);
    };
    expect(epsilonWith(settled.noiseToClip)).toBeLessThanOrEqual(2);
    expect(epsilonWith(settled.noiseToClip * 0.999)).toBeGreaterThan(2);
    const all = affordableRounds({ ...settled, stopAtEpsilon: 2 }, protocolOf(settled, EXAMPLES));
    expect(all).toBe(asked.rounds);
  });

  it("leaves noise that is given as it is", () => {
    expect(settleNoise(config(), EXAMPLES)).toEqual(config());
  });

  it("refuses a method that does not know the protocol", () => {
    expect(() => settleNoise(config({ targetEpsilon: 2, method: "gdd21-upper" }), EXAMPLES)).toThrow(
      expect.objectContaining({ code: "NOT_APPLICABLE" }),
    );
  });
});
