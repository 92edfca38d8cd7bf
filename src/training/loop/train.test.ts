import { describe, expect, expectTypeOf, it } from "vitest";
import type { GuaranteesReport } from "../../accounting/guarantees.js";
import type { MechanismEvent } from "../../privacy/mechanism-event.js";
import { seededSource } from "../../random/seeded-source.js";
import { examplesFrom } from "../data/examples-from.js";
import { train } from "./train.js";

const inputs = Array.from({ length: 30 }, (_, i) => [(i % 5) / 5, (i % 3) / 3]);
const labels = inputs.map(([first, second]) => Number(first! > second!));
const examples = examplesFrom(inputs, labels, { classes: 2 });
const learning = {
  model: { input: { height: 1, width: 1, channels: 2 }, layers: [{ kind: "dense", units: 2 }] },
  data: { train: examples, test: examples },
  rounds: 2,
  learningRate: 0.1,
  threads: 1,
  source: seededSource(3),
} as const;

describe("train", () => {
  it("gives an event and guarantees under a private protocol, and says so by its type", {
    tags: ["slow"],
  }, async () => {
    const { event, spent } = await train({
      ...learning,
      protocol: { kind: "central", samplingRate: 0.5, clipBound: 1, noiseToClip: 4 },
      privacy: { adjacency: "zero-out", delta: 1e-4 },
    });
    expectTypeOf(event).toEqualTypeOf<MechanismEvent>();
    expectTypeOf(spent).toEqualTypeOf<GuaranteesReport>();
    expect(event).toMatchObject({ kind: "repeat", times: 2 });
    expect(spent.guarantees[0]).toMatchObject({ side: "upper", status: "proven", adjacency: "zero-out" });
  });

  it("refuses test sequences of which no token can be predicted, in place of an accuracy of nothing", {
    tags: ["slow"],
  }, async () => {
    const texts = {
      ...{ count: 2, shape: { height: 2, width: 1, channels: 1 }, classes: 3, vocabulary: 3 },
      ...{ inputs: Uint32Array.of(0, 1, 2, 0), labels: new Uint32Array() },
    };
    const options = (lengths: Uint32Array, counted = Uint8Array.of(1, 1, 1, 1)) => ({
      ...{ ...learning, data: { train: texts, test: { ...texts, lengths, counted } } },
      model: {
        input: { vocabulary: 3, length: 2 },
        target: "next-token",
        layers: [
          { kind: "tokenEmbedding", vocabulary: 3, units: 2 },
          { kind: "linear", units: 3 },
        ],
      } as const,
      protocol: { kind: "nonprivate", batchSize: 2 } as const,
    });
    await expect(train(options(Uint32Array.of(1, 1)))).rejects.toMatchObject({
      code: "BAD_INPUT",
      message: expect.stringMatching(/^train: data\.test\.lengths must be above 1 somewhere/),
    });
    // What counts is the first token, which nothing comes before, and one behind a sequence's end.
    await expect(train(options(Uint32Array.of(1, 2), Uint8Array.of(1, 1, 1, 0)))).rejects.toMatchObject({
      code: "BAD_INPUT",
      message: expect.stringMatching(/^train: data\.test\.counted must be 1 at some position/),
    });
    const { state } = await train(options(Uint32Array.of(1, 2)));
    expect(state.history.at(-1)!.accuracy).toBeGreaterThanOrEqual(0);
  });

  it("gives neither without privacy", { tags: ["slow"] }, async () => {
    const { event, spent } = await train({ ...learning, protocol: { kind: "nonprivate", batchSize: 10 } });
    expectTypeOf(event).toEqualTypeOf<MechanismEvent | undefined>();
    expectTypeOf(spent).toEqualTypeOf<GuaranteesReport | undefined>();
    expect([event, spent]).toEqual([undefined, undefined]);
  });
});
