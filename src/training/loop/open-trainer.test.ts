import { describe, expect, it } from "vitest";
import { budgetGuarantee } from "../../accounting/budget-guarantee.js";
import { guarantees } from "../../accounting/guarantees.js";
import type { MechanismEvent } from "../../privacy/mechanism-event.js";
import { seededSource } from "../../random/seeded-source.js";
import { shuffleInPlace } from "../../random/shuffle-in-place.js";
import { examplesFrom } from "../data/examples-from.js";
import { openGradientEngine } from "../gradients/gradient-engine.js";
import { referenceClippedSum } from "../gradients/reference-clipped-sum.js";
import { checkIn } from "../protocols/check-in.js";
import { subsampledShuffleProtocol } from "../protocols/subsampled-shuffle-protocol.js";
import { openTrainer } from "./open-trainer.js";
import { train } from "./train.js";
import type { TrainerOptions } from "./trainer.js";

const USERS = 60;
const inputs = Array.from({ length: USERS }, (_, i) => [i / USERS - 0.5, 1]);
const examples = examplesFrom(
  inputs,
  inputs.map(([x]) => Number(x! > 0)),
);
const MODEL = { input: { height: 1, width: 1, channels: 2 }, layers: [{ kind: "dense", units: 2 }] } as const;
const PRIVACY = { adjacency: "zero-out", delta: 1e-5 } as const;
const CHECK_IN = { kind: "check-in", samplingRate: 0.5, clipBound: 0.7, noiseToClip: 2 } as const;
const EVENT = {
  kind: "checkInShuffle",
  users: USERS,
  checkInRate: 0.5,
  of: { kind: "gaussian", noiseToClip: 1.4 / 0.7 },
} as const;
const LEARNING = {
  model: MODEL,
  learningRate: 0.3,
  learningRateSchedule: "linear",
  optimizer: { kind: "sgd", momentum: 0.5 },
  averageDecay: 0.9,
  rounds: 6,
} as const;

const trainer = (overrides: object = {}) =>
  openTrainer({
    ...LEARNING,
    protocol: CHECK_IN,
    privacy: PRIVACY,
    users: USERS,
    source: seededSource(5),
    ...overrides,
  } as TrainerOptions);

const charged = (times: number) => ({ kind: "repeat", times, of: EVENT });
const aggregateOf = (...entries: number[]) => ({
  sum: Float64Array.from({ length: 6 }, (_, i) => entries[i] ?? 0),
  participants: 30,
});
const refusal = (code: string, message = /./) =>
  expect.objectContaining({ code, message: expect.stringMatching(message) });

describe("openTrainer", () => {
  it.each([
    ["check-in", CHECK_IN, checkIn({ users: USERS, samplingRate: 0.5, clipBound: 0.7, reportStdDev: 1.4 })],
    [
      "subsampled-shuffle",
      { kind: "subsampled-shuffle", sampled: 20, clipBound: 0.7, noiseToClip: 2 },
      subsampledShuffleProtocol({ users: USERS, sampled: 20, clipBound: 0.7, reportStdDev: 1.4 }),
    ],
    [
      "check-in in blocks, absent users sending dummies",
      { ...CHECK_IN, blocks: 2, dummies: 3, absentees: "dummy" },
      checkIn({
        ...{ users: USERS, samplingRate: 0.5, clipBound: 0.7, reportStdDev: 1.4, blocks: 2, dummies: 3 },
        absentees: "dummy",
      }),
    ],
  ] as const)(
    "makes of the same sums the same weights as train, bit for bit: %s",
    { tags: ["slow"] },
    async (_, options, protocol) => {
      const source = seededSource(5);
      const data = { train: examples, test: examples };
      const whole = await train({
        ...{ ...LEARNING, protocol: options, privacy: PRIVACY, data, source, threads: 1 },
      });
      const engine = await openGradientEngine({ model: MODEL, ...data, threads: 1 });
      const server = trainer({ protocol: options });
      for (let round = 0; round < 6; round++) {
        const { weights } = server.begin();
        const batch = protocol.sampleBatches(source.fork(1).fork(0).fork(round))[0]!;
        const { sum } = await engine.clippedGradientSum(weights, batch, protocol.clip);
        const noise = source.fork(1).fork(1).fork(round);
        const participants = "absentees" in options ? USERS : batch.length;
        const noisy = server.reports.simulate(sum, participants, noise);
        server.update({ sum: noisy, participants });
      }
      await engine.close();
      const { history: _seen, ...state } = whole.state;
      expect(server.state).toEqual({ ...state, history: [] });
      expect(server.config).toEqual(whole.config);
    },
  );

  it.each([
    ["check-in", CHECK_IN],
    ["cldp", { kind: "cldp", sampled: 30, randomizer: "linf", localEpsilon: 6, clipBound: 0.2 }],
    ["cldp", { kind: "cldp", sampled: 30, randomizer: "priv-unit", localEpsilon: 8, clipBound: 0.7 }],
  ] as const)("learns from reports that were sent and shuffled: %s", (_, protocol) => {
    const source = seededSource(8);
    const server = trainer({ protocol, rounds: 40 });
    const { reports } = server;
    const everybody = Uint32Array.from({ length: USERS }, (_, user) => user);
    const on = (weights: Float32Array, users: Uint32Array) =>
      referenceClippedSum(MODEL, weights, examples, users, { norm: "none" });
    const before = on(server.state.weights, everybody).lossSum;
    for (let round = 0; round < 40; round++) {
      const { weights } = server.begin();
      const wire = [...everybody.filter((user) => user % 2 === round % 2)].map((user) =>
        reports.encode(reports.report(on(weights, Uint32Array.of(user)).sum, source)),
      );
      shuffleInPlace(source, wire);
      const sum = reports.aggregate(wire.map((bytes) => reports.decode(bytes)));
      server.update({ sum, participants: wire.length });
    }
    expect(on(server.state.average, everybody).lossSum).toBeLessThan(0.9 * before);
    expect(server.state.round).toBe(40);
    expect(server.state.ledger).toMatchObject({ kind: "repeat", times: 40 });
  });

  it("charges a round before it begins, and again where nothing came of it", () => {
    const events: MechanismEvent[] = [];
    const server = trainer({ onCharge: (event: MechanismEvent) => void events.push(event) });
    expect(server.begin().ledger).toEqual(charged(1));
    expect(server.begin().ledger).toEqual(charged(2));
    expect(events).toEqual([EVENT, EVENT]);
    expect(server.update(aggregateOf(1))).toMatchObject({ round: 1, ledger: charged(2) });
    expect(server.begin()).toMatchObject({ round: 1, ledger: charged(3) });
  });

  it("updates once for each round that began, rounds that came to nothing included", () => {
    const server = trainer();
    server.begin();
    server.begin();
    server.update(aggregateOf(1));
    expect(() => server.update(aggregateOf(1))).toThrow(refusal("BAD_INPUT", /round must be begun/));
    server.begin();
    expect(server.update(aggregateOf(1)).round).toBe(2);
  });

  it("does not begin where the charge is refused", () => {
    const refuse = () => {
      throw new Error("the disk is full");
    };
    const server = trainer({ onCharge: refuse });
    const before = server.state;
    expect(() => server.begin()).toThrow("the disk is full");
    expect(server.state).toBe(before);
    expect(() => server.update(aggregateOf(1))).toThrow(refusal("BAD_INPUT", /round must be begun/));
  });

  it("keeps within stopAtEpsilon, rounds begun for nothing included", { tags: ["slow", "long"] }, () => {
    const figure = (times: number) =>
      budgetGuarantee(guarantees({ kind: "repeat", times, of: EVENT }, PRIVACY)).epsilon.upper;
    const server = trainer({ privacy: { ...PRIVACY, stopAtEpsilon: figure(3) } });
    server.begin();
    server.update(aggregateOf(1));
    server.begin();
    server.begin();
    expect(() => server.begin()).toThrow(refusal("BUDGET_EXCEEDED"));
    expect(server.update(aggregateOf(1))).toMatchObject({ round: 2, ledger: charged(3) });
  });

  it("ends with the run's last round", () => {
    const server = trainer({ rounds: 1 });
    server.begin();
    server.update(aggregateOf(1));
    expect(() => server.begin()).toThrow(refusal("OUT_OF_RANGE", /begin: round must be .*no more rounds/));
    expect(server.state.ledger).toEqual(charged(1));
  });

  it("goes on from a state that was kept, in the middle of a round too", () => {
    const whole = trainer();
    const kept = whole.begin();
    const resumed = trainer({ from: kept });
    expect(resumed.update(aggregateOf(1, 2))).toEqual(whole.update(aggregateOf(1, 2)));
    expect(trainer({ from: resumed.state }).begin()).toEqual(whole.begin());
    expect(trainer({ from: whole.state }).update(aggregateOf(3))).toEqual(whole.update(aggregateOf(3)));
  });

  it("starts at weights that it is given", () => {
    const weights = Float32Array.of(1, 2, 3, 4, 5, 6);
    expect(trainer({ weights }).state.weights).toEqual(weights);
    expect(() => trainer({ weights: Float32Array.of(1) })).toThrow(
      refusal("BAD_INPUT", /openTrainer: weights/),
    );
  });

  it("moves nothing without participants", () => {
    const server = trainer({ optimizer: { kind: "sgd" } });
    const { weights } = server.begin();
    expect(server.update({ sum: new Float64Array(6), participants: 0 }).weights).toEqual(weights);
  });

  it.each([
    ["no round that was begun", aggregateOf(1), "BAD_INPUT", /round must be begun/, false],
    [
      "a shorter sum",
      { sum: new Float64Array(5), participants: 3 },
      "BAD_INPUT",
      /sum must be 6 numbers, got 5/,
      true,
    ],
    [
      "a sum in single precision",
      { sum: new Float32Array(6), participants: 3 },
      "BAD_INPUT",
      /Float64Array/,
      true,
    ],
    ["an entry that is none", aggregateOf(0, NaN), "OUT_OF_RANGE", /sum\[1\] must be a finite/, true],
    ["an infinite entry", aggregateOf(Infinity), "OUT_OF_RANGE", /sum\[0\]/, true],
    [
      "more participants than users",
      { ...aggregateOf(1), participants: 61 },
      "OUT_OF_RANGE",
      /participants/,
      true,
    ],
    ["part of a participant", { ...aggregateOf(1), participants: 2.5 }, "OUT_OF_RANGE", /participants/, true],
    ["nothing", undefined, "BAD_INPUT", /aggregate must be an object/, true],
    [
      "what leaves the finite numbers",
      aggregateOf(1e300),
      "NOT_CONVERGED",
      /stopped being finite in round 1/,
      true,
    ],
  ] as const)("refuses an update by %s, and stays as it was", (_, aggregate, code, message, begun) => {
    const server = trainer();
    if (begun) server.begin();
    const before = server.state;
    expect(() => server.update(aggregate as never)).toThrow(refusal(code, message));
    expect(server.state).toBe(before);
  });

  it.each<[string, object, string, RegExp]>([
    [
      "a trusted server's protocol",
      { protocol: { ...CHECK_IN, kind: "central" } },
      "NOT_APPLICABLE",
      /whose users send reports/,
    ],
    ["nobody", { users: 0 }, "OUT_OF_RANGE", /openTrainer: users/],
    ["an option of train", { data: {} }, "BAD_INPUT", /train: data must be absent/],
    ["a hook that is none", { onCharge: 3 }, "BAD_INPUT", /openTrainer: onCharge must be a function/],
    ["a source that is none", { source: 3 }, "BAD_INPUT", /openTrainer: source/],
    [
      "too little noise for reports",
      { protocol: { ...CHECK_IN, noiseToClip: 0.01 } },
      "OUT_OF_RANGE",
      /does not fit/,
    ],
    ["a state that is none", { from: 3 }, "BAD_INPUT", /openTrainer: from/],
  ])("refuses %s", (_, overrides, code, message) => {
    expect(() => trainer(overrides as never)).toThrow(refusal(code, message));
  });

  it("refuses a state of another run", () => {
    const { state } = trainer();
    const foreign = { ...state, weights: new Float32Array(3), average: new Float32Array(3) };
    expect(() => trainer({ from: foreign })).toThrow(refusal("BAD_INPUT", /openTrainer: from\.weights/));
    const other = { ...state, ledger: { kind: "gaussian", noiseToClip: 2 } } as const;
    expect(() => trainer({ from: other })).toThrow(refusal("BAD_INPUT", /openTrainer: from\.ledger/));
    expect(() => openTrainer(undefined as never)).toThrow(refusal("BAD_INPUT"));
  });
});
