/** Designs of vectors in rotated blocks and among dummies. */
import { describe, expect, it } from "vitest";
import { budgetGuarantee, guarantees } from "../accounting/index.js";
import { memoize } from "../numerics/memoize.js";
import type { MechanismEvent } from "../privacy/index.js";
import { type DesignedRandomizer, type DesignOptions, designRandomizer } from "./index.js";

const designOf = memoize(designRandomizer, { key: (options) => JSON.stringify(options) });

const bestProven = (event: MechanismEvent, { adjacency, delta }: DesignOptions): number =>
  budgetGuarantee(guarantees(event, { adjacency, delta })).epsilon.upper;

describe("blocks and dummies", () => {
  const HIDDEN: DesignOptions = {
    task: { kind: "vector", dimension: 200, norm: "l2", bound: 2 },
    users: 500,
    sampled: 300,
    rounds: 3,
    adjacency: "replace-one",
    delta: 1e-5,
    targetError: 2.5,
    maxBlocks: 5,
    maxDummies: 250,
    among: ["gaussian", "trustedServer"],
  };
  const kindOf = ({ blocks, dummies }: DesignedRandomizer["parameters"]) =>
    `${blocks === undefined ? "" : "blocks"}${dummies === undefined ? "" : "dummies"}`;
  const designed = () => {
    const { designs, trustedServer, best } = designOf(HIDDEN);
    const found = Object.fromEntries(designs.map((each) => [kindOf(each.parameters), each]));
    return { designs, trustedServer, best, found };
  };

  it("are designs of their own: plain, blocks, dummies and both, each better, down to the trusted server", {
    tags: ["slow", "long"],
  }, () => {
    const { found, best, trustedServer } = designed();
    const epsilonOf = (kind: string) => found[kind]!.guarantee.epsilon.upper;
    expect(Object.keys(found)).toHaveLength(4);
    expect(best).toBe(found.blocksdummies);
    expect(epsilonOf("blocks")).toBeLessThan(0.7 * epsilonOf(""));
    expect(epsilonOf("dummies")).toBeLessThan(0.7 * epsilonOf(""));
    expect(epsilonOf("blocksdummies")).toBeLessThan(Math.min(epsilonOf("blocks"), epsilonOf("dummies")));
    expect(trustedServer!.guarantee.epsilon.upper).toBeLessThan(epsilonOf("blocksdummies"));
  });

  it("are charged by the best proven figure of their event", { tags: ["slow", "long"] }, () => {
    for (const { event, guarantee, parameters } of designed().designs) {
      const { noiseToClip, blocks, dummies } = parameters;
      const hiding = { ...(blocks && { blocks }), ...(dummies && { dummies }) };
      const of: MechanismEvent = { kind: "gaussian", noiseToClip: noiseToClip! };
      const round = { kind: "subsampledShuffle", users: 500, sampled: 300, ...hiding, of } as const;
      expect(event).toEqual({ kind: "repeat", times: 3, of: round });
      expect(guarantee.epsilon.upper).toBe(bestProven(event, HIDDEN));
      expect(guarantee.assumptions.includes("unlinkable-blocks")).toBe(blocks !== undefined);
    }
  });

  it("have the error of all noise, the dummies' too, and of clipped blocks", { tags: ["slow"] }, () => {
    for (const { parameters, standardError } of designed().designs) {
      const { stdDev, blocks = 1, dummies = 0, clippingLoss = 0, sumNoiseToClip } = parameters;
      expect(clippingLoss).toBeCloseTo(blocks === 1 ? 0 : 0.39894228 / Math.sqrt((2 * 200) / blocks), 8);
      const noise = (stdDev! * Math.sqrt((300 + dummies) * 200)) / 300;
      expect(standardError).toBeCloseTo(Math.sqrt(noise ** 2 + (2 * clippingLoss) ** 2), 10);
      if (blocks > 1 || dummies > 0) {
        expect(sumNoiseToClip).toBeCloseTo((stdDev! / 2) * Math.sqrt(300 + dummies), 10);
      }
    }
  });

  it("say what they take, and what is left without trust in the shuffler or in the others", () => {
    const { found, trustedServer } = designed();
    const { parameters, traffic, withoutShuffler, withoutOthers, event } = found.blocksdummies!;
    expect(parameters.blocks).toBe(4);
    expect(traffic).toEqual({ reportsPerUser: 4, bytesPerUser: 800, dummies: 4 * parameters.dummies! });
    const of: MechanismEvent = { kind: "gaussian", noiseToClip: parameters.noiseToClip! };
    expect(withoutShuffler!.epsilon.upper).toBe(bestProven({ kind: "repeat", times: 3, of }, HIDDEN));
    expect(withoutShuffler!.assumptions).not.toContain("honest-shuffler");
    expect(withoutShuffler!.assumptions).not.toContain("secret-participation");
    expect(withoutShuffler!.epsilon.upper).toBeGreaterThan(found[""]!.withoutShuffler!.epsilon.upper);
    const { guarantees: alone } = guarantees(event, {
      adjacency: "replace-one",
      delta: 1e-5,
      method: "dummies-pld",
    });
    expect(withoutOthers).toEqual(alone[0]);
    expect(found.blocks!.withoutOthers).toBeUndefined();
    expect(trustedServer!.withoutShuffler).toBeUndefined();
  });

  it("stay within the limits: 200 entries in 8 blocks are 800 bytes, in 16 are 832", {
    tags: ["slow"],
  }, () => {
    const most = (limits: Partial<DesignOptions>) => {
      const { designs } = designRandomizer({ ...HIDDEN, maxDummies: 0, among: ["gaussian"], ...limits });
      return Math.max(...designs.map(({ parameters }) => parameters.blocks ?? 1));
    };
    expect(most({ maxBlocks: 16, targetError: 3 })).toBe(16);
    expect(most({ maxBlocks: 16, targetError: 3, maxBytes: 831 })).toBe(8);
    expect(() => most({ maxBytes: 799 })).toThrow(/a user sends 800 bytes a round/);
    for (const { parameters } of designed().designs) expect(parameters.dummies ?? 0).toBeLessThanOrEqual(250);
  });

  it("of the least epsilon: no other number of dummies is 2 % better", { tags: ["slow"] }, () => {
    const { found } = designed();
    const { parameters, guarantee } = found.dummies!;
    const { noiseToClip, dummies } = parameters as { noiseToClip: number; dummies: number };
    for (const other of [5, 19, 75, 250]) {
      const of = {
        kind: "gaussian",
        noiseToClip: noiseToClip * Math.sqrt((300 + dummies) / (300 + other)),
      } as const;
      const round = { kind: "subsampledShuffle", users: 500, sampled: 300, dummies: other, of } as const;
      const epsilon = bestProven({ kind: "repeat", times: 3, of: round }, HIDDEN);
      expect(guarantee.epsilon.upper).toBeLessThan(1.02 * epsilon);
    }
  });

  it.each([
    ["OUT_OF_RANGE", "maxBlocks", { maxBlocks: 0 }],
    ["OUT_OF_RANGE", "maxDummies", { maxDummies: 0.5 }],
    ["OUT_OF_RANGE", "maxBytes", { maxBytes: 0 }],
    [
      "BAD_INPUT",
      "maxBlocks is of vectors only",
      { task: { kind: "mean", lower: 0, upper: 1 }, maxDummies: undefined },
    ],
  ])("%s: %s", (code, words, changes) => {
    const design = () => designRandomizer({ ...HIDDEN, ...(changes as Partial<DesignOptions>) });
    expect(design).toThrow(expect.objectContaining({ code }));
    expect(design).toThrow(words);
  });
});
