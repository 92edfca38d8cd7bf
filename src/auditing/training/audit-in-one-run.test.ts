import { describe, expect, it } from "vitest";
import { gaussianNoiseMultiplier } from "../../accounting/theorems/index.js";
import { seededSource } from "../../random/index.js";
import { examplesFrom } from "../../training/data/examples-from.js";
import type { Model } from "../../training/models/model.js";
import { central } from "../../training/protocols/central.js";
import { checkIn } from "../../training/protocols/check-in.js";
import { randomAllocationProtocol } from "../../training/protocols/random-allocation-protocol.js";
import { weightShuffleProtocol } from "../../training/protocols/weight-shuffle-protocol.js";
import { oneRunCurveBound } from "../estimators/one-run-curve-bound.js";
import { auditInOneRun } from "./audit-in-one-run.js";
import type { OneRunOptions } from "./one-run-options.js";

const DELTA = 1e-5;
const CLIP = 0.1;
/** Of each claim here that holds: the probability that it would be refuted. */
const ERROR = 1e-7;

/** Digits of a kind: a bright bar in a row that tells the class. */
const DIGITS = examplesFrom(
  Uint8Array.from({ length: 60 * 784 }, (_, at) => {
    const image = Math.floor(at / 784);
    return Math.floor((at % 784) / 28) === 4 + 2 * (image % 10) ? 255 - image : 0;
  }),
  Array.from({ length: 60 }, (_, image) => image % 10),
  { shape: { height: 28, width: 28, channels: 1 } },
);

const CANARIES = 10_000;
const ROUNDS = 3;
/** Full batches: what is proven of these rounds is exact, epsilon 1 at delta 1e-5 under zero-out. */
const NOISE_TO_CLIP = gaussianNoiseMultiplier({ epsilon: 1, delta: DELTA }) * Math.sqrt(ROUNDS);

function cnnRun(noiseToClip: number): OneRunOptions {
  const examples = CANARIES + DIGITS.count;
  return {
    protocol: central({ examples, samplingRate: 1, clipBound: CLIP, sumStdDev: noiseToClip * CLIP }),
    model: "mnist-cnn",
    adjacency: "zero-out",
    rounds: ROUNDS,
    canaries: CANARIES,
    data: DIGITS,
    delta: DELTA,
    claim: 1,
  };
}

describe("10,000 canaries in one run of the convolutional network", () => {
  it("show 40 % and more of epsilon 1, exact for this run, as the median of five runs, and refute it in none", {
    tags: ["slow", "long"],
  }, async () => {
    const bounds: number[] = [];
    for (let seed = 1; seed <= 5; seed++) {
      const source = seededSource(seed);
      const { guarantee, guesses, others } = await auditInOneRun({ ...cnnRun(NOISE_TO_CLIP), source });
      expect(guarantee).toMatchObject({ side: "lower", status: "proven", confidence: 0.95 });
      expect(others).toMatchObject([{ status: "conditional" }]);
      expect(others[0]!.epsilon.lower).toBeGreaterThan(guarantee.epsilon.lower);
      expect(oneRunCurveBound(guesses, { delta: DELTA, confidence: 1 - ERROR }).epsilon).toBeLessThan(1);
      bounds.push(guarantee.epsilon.lower);
    }
    expect(bounds.sort((a, b) => a - b)[2]).toBeGreaterThan(0.4);
  });

  it("refute it where there is a fifth of the noise", { tags: ["slow"] }, async () => {
    const source = seededSource(1);
    const { verdict, guarantee } = await auditInOneRun({ ...cnnRun(NOISE_TO_CLIP / 5), source });
    expect(verdict).toBe("refuted");
    expect(guarantee.epsilon.lower).toBeGreaterThan(2);
  });
});

const MODEL: Model = { input: { height: 1, width: 1, channels: 99 }, layers: [{ kind: "dense", units: 10 }] };

describe("many canaries in one run", () => {
  const gaussian = { clipBound: 1, sumStdDev: 0.4 } as const;
  it.each([
    ["dirac", central({ ...gaussian, examples: 800, samplingRate: 1 }), {}],
    [
      "random",
      central({ ...gaussian, examples: 100, samplingRate: 1 }),
      { canaries: 100, guesses: 50, adjacency: "replace-one" },
    ],
    ["dirac", central({ ...gaussian, examples: 800, samplingRate: 0.7 }), {}],
    ["dirac", randomAllocationProtocol({ ...gaussian, examples: 800, roundsPerEpoch: 2 }), {}],
    ["dirac", checkIn({ users: 800, samplingRate: 0.5, clipBound: 1, reportStdDev: 0.02 }), {}],
  ] as const)("%s: are seen where there is little noise (seed 1)", async (kind, protocol, more) => {
    const asked = {
      protocol,
      model: MODEL,
      adjacency: "zero-out",
      rounds: 2,
      canaries: 800,
      guesses: 160,
      kind,
      delta: DELTA,
    } as const;
    const { guarantee, verdict, guesses } = await auditInOneRun({
      ...asked,
      ...more,
      claim: 1,
      source: seededSource(1),
    });
    expect(verdict).toBe("refuted");
    expect(guarantee.epsilon.lower).toBeGreaterThan(1);
    expect(guesses.correct + guesses.wrong).toBe("guesses" in more ? 50 : 160);
  });

  it("are not seen where there is nothing but noise, whatever their length before they are clipped (seed 1)", async () => {
    const protocol = central({ examples: 800, samplingRate: 1, clipBound: 1, sumStdDev: 50 });
    const asked = {
      protocol,
      model: MODEL,
      adjacency: "zero-out",
      rounds: 2,
      canaries: 800,
      delta: 0,
      claim: 0.5,
    } as const;
    const source = seededSource(1);
    const { verdict, others } = await auditInOneRun({ ...asked, normToClip: 1000, source });
    expect([verdict, others]).toEqual(["not refuted", []]);
    const wrong = { ...protocol, clip: { norm: "none" } as const };
    expect((await auditInOneRun({ ...asked, protocol: wrong, normToClip: 1000, source })).verdict).toBe(
      "refuted",
    );
  });

  it("say how far the run is, and refuse what is out of range", async () => {
    const protocol = central({ ...gaussian, examples: 50, samplingRate: 1 });
    const right = {
      protocol,
      model: MODEL,
      adjacency: "zero-out",
      rounds: 2,
      canaries: 50,
      delta: DELTA,
    } as const;
    const rounds: number[] = [];
    await auditInOneRun({ ...right, source: seededSource(1), onRound: (round) => rounds.push(round) });
    expect(rounds).toEqual([1, 2]);
    const layers = [...MODEL.layers, { kind: "dense", units: 3 }] as Model["layers"];
    const permuted = {
      ...gaussian,
      examples: 50,
      samplingRate: 1,
      batchClipBound: 1,
      model: { ...MODEL, layers },
    };
    const wrong: [object, string, RegExp][] = [
      [{ canaries: 1 }, "OUT_OF_RANGE", /canaries/],
      [{ canaries: 1001 }, "OUT_OF_RANGE", /canaries/],
      [{ kind: "equal" }, "BAD_INPUT", /kind/],
      [{ guesses: 3 }, "OUT_OF_RANGE", /guesses/],
      [{ guesses: 52 }, "OUT_OF_RANGE", /guesses/],
      [{ delta: 1 }, "OUT_OF_RANGE", /delta/],
      [{ confidence: 1 }, "OUT_OF_RANGE", /confidence/],
      [{ claim: -1 }, "OUT_OF_RANGE", /claim/],
      [{ threads: 0 }, "OUT_OF_RANGE", /threads/],
      [{ onRound: 3 }, "BAD_INPUT", /onRound/],
      [{ source: 3 }, "BAD_INPUT", /source/],
      [{ protocol: weightShuffleProtocol(permuted) }, "NOT_APPLICABLE", /protocol/],
    ];
    for (const [options, code, message] of wrong)
      await expect(auditInOneRun({ ...right, ...options } as never)).rejects.toThrow(
        expect.objectContaining({ code, message: expect.stringMatching(message) }),
      );
  });
});
