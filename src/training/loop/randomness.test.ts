import { afterEach, describe, expect, it, vi } from "vitest";
import { shortAndLong } from "../../../test/short-and-long.js";
import type { RandomSource } from "../../random/random-source.js";
import { seededSource } from "../../random/seeded-source.js";
import { examplesFrom } from "../data/examples-from.js";
import { initialWeights } from "../models/initial-weights.js";
import type { ProtocolAndPrivacy } from "../options/train-options.js";
import { train } from "./train.js";
import type { TrainCircumstances } from "./train-circumstances.js";
import { startingState } from "./training-state.js";

/** Accounting draws nothing, and would take most of the time. */
vi.mock("./_internal/run-accountant.js", () => ({ openAccountant: async () => undefined }));

const EXAMPLES = 40;
const examples = examplesFrom(
  Array.from({ length: EXAMPLES }, (_, i) => [i / EXAMPLES, 1, -i / EXAMPLES]),
  Array.from({ length: EXAMPLES }, (_, i) => i % 2),
);
const model = {
  input: { height: 1, width: 1, channels: 3 },
  layers: [
    { kind: "dense", units: 4 },
    { kind: "activation", rule: "tanh" },
    { kind: "dense", units: 2 },
  ],
} as const;

const gaussian = { clipBound: 1, noiseToClip: 2 };
const privacy = { adjacency: "zero-out", delta: 1e-5 } as const;
const PROTOCOLS: readonly ProtocolAndPrivacy[] = [
  { protocol: { kind: "central", samplingRate: 0.4, ...gaussian }, privacy },
  { protocol: { kind: "check-in", samplingRate: 0.4, ...gaussian }, privacy },
  { protocol: { kind: "subsampled-shuffle", sampled: 13, ...gaussian }, privacy },
  { protocol: { kind: "random-allocation", roundsPerEpoch: 4, ...gaussian }, privacy },
  {
    protocol: { kind: "weight-shuffle", samplingRate: 0.4, batchClipBound: 9, ...gaussian },
    privacy,
  },
  {
    protocol: { kind: "cldp", sampled: 13, randomizer: "priv-unit", localEpsilon: 2, clipBound: 1 },
    privacy,
  },
  { protocol: { kind: "nonprivate", batchSize: 7 } },
];
const BY_NAME = PROTOCOLS.map((each) => [each.protocol.kind, each] as const);

const run = async (
  given: ProtocolAndPrivacy,
  rounds: number,
  circumstances: Partial<TrainCircumstances> & { readonly source?: RandomSource } = {},
) =>
  train({
    ...given,
    model,
    rounds,
    learningRate: 0.1,
    data: { train: examples, test: examples },
    threads: 1,
    ...circumstances,
  });

describe("a run without a source", () => {
  afterEach(() => vi.restoreAllMocks());

  const from = startingState(initialWeights(model, seededSource(3)), EXAMPLES);

  for (const [cases, options] of shortAndLong(BY_NAME, (_, place) => place % 3 > 0, { tags: ["slow"] })) {
    it.each(cases)("%s draws noise and batches afresh", options, async (_name, given) => {
      const [one, other] = [await run(given, 1, { from }), await run(given, 1, { from })];
      expect(one.seeded).toBe(false);
      expect(one.weights).not.toEqual(other.weights);
    });
  }

  it("draws its first weights afresh", { tags: ["slow"] }, async () => {
    const first: Float32Array[] = [];
    const onStart: TrainCircumstances["onStart"] = ({ from }) => void first.push(from.weights);
    for (let i = 0; i < 2; i++) await run(PROTOCOLS.at(-1)!, 1, { onStart });
    expect(first[1]).not.toEqual(first[0]);
  });

  for (const [cases, options] of shortAndLong(BY_NAME, (_, place) => place % 3 > 0, { tags: ["slow"] })) {
    it.each(cases)(
      "%s takes all of its randomness from the platform's CSPRNG",
      options,
      async (_name, given) => {
        const runWith = async (seed: number): Promise<Float32Array> => {
          const source = seededSource(seed);
          vi.spyOn(globalThis.crypto, "getRandomValues").mockImplementation((words) => {
            source.fill(words as Uint32Array);
            return words;
          });
          return (await run(given, 2)).weights;
        };
        const whole = await runWith(1);
        expect(await runWith(1)).toEqual(whole);
        expect(await runWith(2)).not.toEqual(whole);
      },
    );
  }
});

describe("the streams of a seeded run", () => {
  /** Notes the fork labels that lead to every stream that something is drawn from. */
  function watched(source: RandomSource, path: string, streams: string[]): RandomSource {
    let drawn = false;
    return {
      secure: source.secure,
      fill: (words) => {
        if (!drawn) streams.push(path);
        drawn = true;
        source.fill(words);
      },
      fork: (label) => watched(source.fork(label), `${path}/${label}`, streams),
    };
  }

  it.each(BY_NAME)(
    "%s: each is drawn from once, for weights, one batch, one noise or one round's permutations",
    { tags: ["slow"] },
    async (_name, given) => {
      const streams: string[] = [];
      const source = () => watched(seededSource(5), "", streams);
      const { state, seeded } = await run(given, 8, { source: source() });
      expect(seeded).toBe(true);
      const before = streams.length;
      await run(given, 16, { source: source(), from: state });
      expect(new Set(streams).size).toBe(streams.length);
      const events = given.protocol.kind === "random-allocation" ? 2 : 8;
      const noises = given.protocol.kind === "nonprivate" ? 0 : 8;
      const permutations = given.protocol.kind === "weight-shuffle" ? 8 : 0;
      const each = events + noises + permutations;
      expect([before, streams.length - before]).toEqual([1 + each, each]);
    },
  );
});
