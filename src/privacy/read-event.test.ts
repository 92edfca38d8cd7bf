import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DpError } from "../errors.js";
import type { MechanismEvent } from "./mechanism-event.js";
import { readEvent } from "./read-event.js";

const gaussian = { kind: "gaussian", noiseMultiplier: 2 };

function refusal(value: unknown): DpError {
  try {
    readEvent(value);
  } catch (error) {
    if (error instanceof DpError) return error;
    throw error;
  }
  throw new Error(`accepted ${JSON.stringify(value)}`);
}

const epsilons = fc.oneof(fc.constant(0), fc.double({ min: 1e-12, max: 100, noNaN: true }));
const leaf = fc.oneof(
  fc.record({
    kind: fc.constant("gaussian"),
    noiseMultiplier: fc.double({ min: 1e-3, max: 1e6, noNaN: true }),
  }),
  fc.record({
    kind: fc.constant("gaussian"),
    noiseToClip: fc.double({ min: 1e-3, max: 1e6, noNaN: true }),
  }),
  fc.record({ kind: fc.constant("local"), epsilon: epsilons }),
  fc.record({
    kind: fc.constant("randomizedResponse"),
    epsilon: epsilons,
    categories: fc.integer({ min: 2, max: 1000 }),
  }),
);
const { event } = fc.letrec((tie) => ({
  event: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.record({ kind: fc.constant("shuffle"), users: fc.integer({ min: 1 }), of: leaf }),
    fc.record({ kind: fc.constant("repeat"), times: fc.nat(100), of: tie("event") }),
    fc.record({ kind: fc.constant("sequence"), of: fc.array(tie("event"), { maxLength: 3 }) }),
  ),
}));

describe("readEvent", () => {
  it("round-trips every event through JSON, frozen", () => {
    fc.assert(
      fc.property(event, (value) => {
        const read = readEvent(JSON.parse(JSON.stringify(value)));
        expect(read).toEqual(JSON.parse(JSON.stringify(value)));
        expect(Object.isFrozen(read)).toBe(true);
      }),
    );
  });

  it.each<[unknown, string, string]>([
    [undefined, "event", 'event must be an object with a "kind", got undefined'],
    [{}, "event.kind", "event.kind must be one of gaussian, local,"],
    [{ kind: "laplace" }, "event.kind", 'got "laplace"'],
    [
      { kind: "gaussian" },
      "event",
      "event of kind gaussian must be given by exactly one of noiseMultiplier and noiseToClip, got none",
    ],
    [{ ...gaussian, noiseToClip: 2 }, "event", "got noiseMultiplier and noiseToClip"],
    [
      { kind: "gaussian", noiseToClip: 0 },
      "event.noiseToClip",
      "must be a finite number in [0.001, 1e9], got 0",
    ],
    [{ kind: "gaussian", noiseMultiplier: 0 }, "event.noiseMultiplier", "in [0.001, 1e9], got 0"],
    [{ kind: "gaussian", noiseMultiplier: "2" }, "event.noiseMultiplier", 'got "2"'],
    [{ kind: "gaussian", noiseMultiplier: Number.NaN }, "event.noiseMultiplier", "got NaN"],
    [{ kind: "gaussian", noiseMultiplier: Infinity }, "event.noiseMultiplier", "got Infinity"],
    [
      { ...gaussian, sigma: 2 },
      "event.sigma",
      'has no field "sigma"; its fields are noiseMultiplier, noiseToClip',
    ],
    [
      { kind: "gaussian", noisetoclip: 2 },
      "event.noisetoclip",
      "its fields are noiseMultiplier, noiseToClip; did you mean noiseToClip?",
    ],
    [{ kind: "shuffle", user: 3, of: gaussian }, "event.user", "; did you mean users?"],
    [
      { kind: "shuffle", users: 1.5, of: gaussian },
      "event.users",
      "event.users must be an integer in [1, 1e12], got 1.5",
    ],
    [{ kind: "shuffle", users: -3, of: gaussian }, "event.users", "got -3"],
    [
      { kind: "shuffle", users: 3, of: { kind: "gaussian", noiseMultiplier: -1 } },
      "event.of.noiseMultiplier",
      "got -1",
    ],
    [
      { kind: "checkInShuffle", users: 3, checkInRate: 0, of: gaussian },
      "event.checkInRate",
      "in [1e-12, 1], got 0",
    ],
    [{ kind: "checkInShuffle", users: 3, checkInRate: 1.1, of: gaussian }, "event.checkInRate", "got 1.1"],
    [
      { kind: "subsampledShuffle", users: 3, sampled: 4, of: gaussian },
      "event.sampled",
      "at most users = 3, got 4",
    ],
    [{ kind: "poissonSample", rate: 0, of: gaussian }, "event.rate", "got 0"],
    [{ kind: "local", epsilon: 1, delta: 1 }, "event.delta", "0 or a finite number in [1e-100, 1), got 1"],
    [{ kind: "randomizedResponse", epsilon: 1, categories: 1 }, "event.categories", "in [2, 1e12], got 1"],
    [{ kind: "sequence", of: gaussian }, "event.of", "must be an array of events"],
    [{ kind: "sequence", of: [gaussian, []] }, "event.of[1]", 'must be an object with a "kind", got []'],
    [{ kind: "repeat", times: -1, of: gaussian }, "event.times", "got -1"],
  ])("refuses %j at %s", (value, path, message) => {
    const error = refusal(value);
    expect(["BAD_INPUT", "OUT_OF_RANGE"]).toContain(error.code);
    expect(error.details.parameter).toBe(path);
    expect(error.message).toContain(message);
  });

  it("refuses more rounds than the domain has, and more different ones", { tags: ["slow"] }, () => {
    const often = { kind: "repeat", times: 1e5, of: { kind: "repeat", times: 1e4, of: gaussian } };
    expect(readEvent(often)).toEqual(often);
    const more = { kind: "sequence", of: [often, gaussian] };
    expect(refusal(more).message).toBe("event: rounds in all must be an integer in [0, 1e9], got 1000000001");
    const different = Array.from({ length: 10_001 }, (_, i) => ({
      ...gaussian,
      noiseMultiplier: 1 + i / 1e5,
    }));
    const most = [...different.slice(1), ...different.slice(1)];
    expect(readEvent({ kind: "sequence", of: most })).toEqual({ kind: "sequence", of: most });
    expect(refusal({ kind: "sequence", of: different }).message).toBe(
      "event: different rounds must be an integer in [0, 10000], got 10001",
    );
  });

  it("leaves out what says its default, and counts blocks as rounds", () => {
    const of = { kind: "gaussian", noiseToClip: 2 };
    const plain = { kind: "shuffle", users: 9, of };
    const said = { ...plain, blocks: 1, joins: "once", dummies: 0, dummiesBy: "shuffler" };
    expect(readEvent(said)).toEqual(plain);
    expect(refusal({ ...plain, dummiesBy: "user" }).message).toBe(
      'event.dummiesBy must be one of shuffler, users, got "user"; did you mean users?',
    );
    const many = { kind: "repeat", times: 1e6, of: { ...plain, blocks: 1001 } };
    expect(refusal(many).message).toBe("event: rounds in all must be an integer in [0, 1e9], got 1001000000");
    const cut = { ...plain, blocks: 4, of: { kind: "gaussian", noiseToClip: 6e8 } };
    expect(refusal(cut).message).toBe(
      "event.of: noise of a block must be a finite number in [0.001, 1e9], got 1200000000; cut into fewer blocks",
    );
    expect(readEvent({ ...cut, blocks: 2 })).toEqual({ ...cut, blocks: 2 });
  });

  it("counts each batch that a record is in as a round", () => {
    const allocation = { kind: "randomAllocation", steps: 2000, joined: 1000, of: gaussian };
    const most = { kind: "repeat", times: 1e6, of: allocation };
    expect(readEvent(most)).toEqual(most);
    const more = { kind: "repeat", times: 1e6 + 1, of: allocation };
    expect(refusal(more).message).toBe("event: rounds in all must be an integer in [0, 1e9], got 1000001000");
  });

  it("accepts the ends of its ranges", () => {
    for (const value of [
      { kind: "checkInShuffle", users: 1, checkInRate: 1, of: gaussian },
      { kind: "checkInShuffle", users: 1e12, checkInRate: 1e-12, of: gaussian },
      { kind: "gaussian", noiseMultiplier: 1e-3 },
      { kind: "gaussian", noiseToClip: 1e9 },
      { kind: "local", epsilon: 100, delta: 1e-100 },
      { kind: "laplaceScalar", noiseToWidth: 0.02 },
      { kind: "repeat", times: 1e9, of: gaussian },
      { kind: "subsampledShuffle", users: 3, sampled: 3, of: gaussian },
      { kind: "repeat", times: 0, of: gaussian },
      { kind: "sequence", of: [] },
    ]) {
      expect(readEvent(value)).toEqual(value);
    }
  });

  it("refuses endless nesting instead of running out of stack", () => {
    let nested: MechanismEvent = { kind: "gaussian", noiseMultiplier: 1 };
    for (let i = 0; i < 10_000; i++) nested = { kind: "repeat", times: 1, of: nested };
    expect(refusal(nested).message).toContain("at most 64 deep");
  });
});
