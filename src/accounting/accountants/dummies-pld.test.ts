/** Blocks and dummies in the accountants: figures of the design's tables, and what each method assumes. */
import { describe, expect, it } from "vitest";
import { type Guarantee, type MechanismEvent, type Method, readEvent } from "../../privacy/index.js";
import { calibrate } from "../calibrate.js";
import { guarantees } from "../guarantees.js";
import { shuffleGaussianPrivacyLoss } from "../pld.js";

const USERS = 60_000;
/**
 * Half of the users in 3,000 rounds, and in 1,600; with one dummy for each report at the same total noise.
 */
const EPSILON_3 = { rounds: 3000, noiseToClip: 1.44 };
const EPSILON_1 = { rounds: 1600, noiseToClip: 1.86 };
const AS_MANY = { blocks: 16, joins: "per-block", dummies: 30_000 };

function figure(
  event: unknown,
  method: Method,
  adjacency: "replace-one" | "zero-out" = "replace-one",
): Guarantee {
  const [best] = guarantees(readEvent(event), { adjacency, delta: 1e-5, method }).guarantees;
  return best!;
}

function checkIn({ rounds, noiseToClip }: typeof EPSILON_3, besides: object): object {
  const share = "dummies" in besides || "absentees" in besides ? Math.SQRT1_2 : 1;
  const of = { kind: "gaussian", noiseToClip: noiseToClip * share };
  const round = { kind: "checkInShuffle", users: USERS, checkInRate: 0.5, ...besides, of };
  return { kind: "repeat", times: rounds, of: round };
}

function shuffle(besides: object, noiseToClip = 0.7198): object {
  return shuffleOf(besides, { kind: "gaussian", noiseToClip });
}

function shuffleOf(besides: object, of: object): object {
  return { kind: "shuffle", users: USERS, ...besides, of };
}

describe("blocks", () => {
  it("with coins of their own: at most 1.02, and 0.30 of LT23's run", { tags: ["slow"] }, () => {
    const ofOwn = checkIn(EPSILON_3, { blocks: 16, joins: "per-block" });
    expect(figure(ofOwn, "transposition-pld").epsilon.upper).toBeLessThan(1.02);
    const of = { kind: "gaussian", noiseToClip: 0.86 };
    const round = { kind: "subsampledShuffle", users: USERS, sampled: 60, blocks: 64, of };
    const own = { kind: "repeat", times: 40_000, of: { ...round, joins: "per-block" } };
    const once = { kind: "repeat", times: 40_000, of: round };
    const [first, second] = [own, once].map((event) => figure(event, "transposition-pld").epsilon.upper);
    expect(first).toBeLessThan(0.3);
    // One sample for all blocks costs more than one for each.
    expect(second).toBeGreaterThan(1.15 * first!);
  });

  it("with one coin spend between those with their own and whole vectors", { tags: ["slow"] }, () => {
    const once = figure(checkIn(EPSILON_3, { blocks: 16 }), "transposition-pld");
    const own = figure(checkIn(EPSILON_3, { blocks: 16, joins: "per-block" }), "transposition-pld");
    expect(once.epsilon.upper).toBeGreaterThan(own.epsilon.upper);
    expect(once.epsilon.upper).toBeLessThan(1.03);
    expect(once.assumptions).toEqual(["honest-shuffler", "secret-participation", "unlinkable-blocks"]);
  });
});

describe("dummies", () => {
  it("of one round of 60,000: at most 0.0460, under zero-out the pair of 55,801 users", {
    tags: ["slow"],
  }, () => {
    const event = shuffle({ dummies: 55_800 });
    const alone = figure(event, "dummies-pld");
    expect(alone.epsilon.upper).toBeLessThan(0.046);
    expect(alone).toMatchObject({ status: "proven", assumptions: ["honest-shuffler-alone"] });
    expect(alone.remark).toContain("no other user's honesty");
    const all = figure(event, "transposition-pld");
    expect(all.epsilon.upper).toBeLessThan(alone.epsilon.upper);
    expect(all.remark).toBeUndefined();
    const exact = shuffleGaussianPrivacyLoss({ users: 55_801, noiseMultiplier: 0.7198 }).epsilonAtDelta(1e-5);
    const toZero = figure(event, "dummies-pld", "zero-out");
    expect(toZero.epsilon.upper / exact.upper).toBeCloseTo(1, 3);
    expect(toZero.epsilon.upper).toBeGreaterThanOrEqual(exact.lower);
    const lower = figure(event, "cohort-lower", "zero-out");
    expect(lower.epsilon.lower).toBeLessThan(toZero.epsilon.upper);
  });

  it("one for each report, and 16 blocks: 0.91 and 0.48", { tags: ["slow"] }, () => {
    expect(figure(checkIn(EPSILON_3, AS_MANY), "transposition-pld").epsilon.upper).toBeLessThan(0.91);
    expect(figure(checkIn(EPSILON_1, AS_MANY), "transposition-pld").epsilon.upper).toBeLessThan(0.48);
  });

  it("of absent users count as theirs: no figure without their honesty", { tags: ["slow"] }, () => {
    const event = checkIn(EPSILON_3, { blocks: 16, absentees: "dummy" });
    const best = figure(event, "transposition-pld");
    expect(best.epsilon.upper).toBeLessThan(0.92);
    expect(best.epsilon.upper).toBeGreaterThan(figure(event, "cohort-lower").epsilon.lower);
    for (const each of [event, shuffle({ dummies: 10, dummiesBy: "users" })]) {
      const { notApplicable } = guarantees(readEvent(each), {
        adjacency: "replace-one",
        delta: 1e-5,
        method: "dummies-pld",
      });
      expect(notApplicable[0]!.reason).toContain("the dummies of the shuffler alone");
    }
  });

  it("with little noise spend no more under zero-out than under replace-one", { tags: ["slow"] }, () => {
    const event = shuffle({ dummies: 60_000 }, 0.35);
    for (const method of ["transposition-pld", "dummies-pld"] as const) {
      const { upper } = figure(event, method, "zero-out").epsilon;
      expect(upper).toBeLessThanOrEqual(figure(event, method).epsilon.upper);
      expect(upper).toBeLessThan(6.3);
    }
    const { value } = calibrate((noiseToClip) => readEvent(shuffle({ dummies: 60_000 }, noiseToClip)), {
      adjacency: "zero-out",
      delta: 1e-5,
      targetEpsilon: 2,
      parameter: "noiseToClip",
      precision: 1e-3,
    });
    expect(value).toBeGreaterThan(0.35);
    expect(value).toBeLessThan(0.45);
  });

  it("of one round say nothing of another's: rounds without any count as the reports by themselves", {
    tags: ["slow"],
  }, () => {
    const plain = shuffleOf({}, { kind: "randomizedResponse", epsilon: 1, categories: 4 });
    const of = [plain, shuffle({ dummies: 100 }, 2)];
    const alone = figure({ kind: "sequence", of }, "dummies-pld");
    expect(alone.assumptions).toEqual(["honest-shuffler-alone"]);
    expect(alone.remark).not.toContain("added up");
    expect(alone.epsilon.upper).toBeGreaterThan(1);
    const best = guarantees(readEvent({ kind: "sequence", of }), { adjacency: "replace-one", delta: 1e-5 });
    const same = best.guarantees.find(({ method }) => method === "dummies-pld");
    expect(same).toEqual(alone);
    expect(best.guarantees[0]!.epsilon.upper).toBeLessThan(0.6 * alone.epsilon.upper);
  });

  it("that are few raise no figure", { tags: ["slow"] }, () => {
    for (const [users, noiseToClip] of [
      [1e9, 1],
      [60_000, 1],
    ] as const) {
      const [none, one] = [0, 1].map((dummies) =>
        figure({ ...shuffle({ dummies }, noiseToClip), users }, "transposition-pld"),
      );
      expect(one!.epsilon.upper).toBeLessThanOrEqual(none!.epsilon.upper);
    }
  });

  it("of responses are counted up to four million", { tags: ["slow"] }, () => {
    const of = { kind: "randomizedResponse", epsilon: 8, categories: 10 };
    const [most, more] = [4e6, 1e12].map((dummies) => figure(shuffleOf({ dummies }, of), "dummies-pld"));
    expect(more!.epsilon).toEqual(most!.epsilon);
    expect(more!.epsilon.upper).toBeLessThan(0.006);
  });

  it("hide the more, the more there are; none are rounds without them", { tags: ["slow"] }, () => {
    const of = { kind: "gaussian", noiseToClip: 1.5 };
    const at = (dummies: number): number =>
      figure({ kind: "shuffle", users: 50, dummies, of }, "transposition-pld").epsilon.upper;
    const figures = [0, 1, 10, 100, 1000].map(at);
    expect([...figures].sort((a, b) => b - a)).toEqual(figures);
  });

  it("alone hide a sample that everybody else knows: its share of delta, and no more", () => {
    const of = { kind: "gaussian", noiseToClip: 1.5 };
    const at = (event: unknown, delta: number): number =>
      guarantees(readEvent(event), { adjacency: "replace-one", delta, method: "dummies-pld" }).guarantees[0]!
        .epsilon.upper;
    const seen = at({ kind: "subsampledShuffle", users: 1000, sampled: 250, dummies: 80, of }, 1e-5);
    const all = at({ kind: "shuffle", users: 250, dummies: 80, of }, 4e-5);
    expect(seen / all).toBeCloseTo(1, 3);
    const mixed = {
      kind: "checkInShuffle",
      users: 1000,
      checkInRate: 0.25,
      absentees: "dummy",
      dummies: 80,
      of,
    };
    expect(at(mixed, 1e-5)).toBeLessThan(0.5 * seen);
  });

  it("are no help where a report has next to no noise", () => {
    const event = shuffle({ dummies: 1000 }, 0.2);
    const [hidden, alone] = (["dummies-pld", "unshuffled"] as const).map((method) => figure(event, method));
    expect(hidden!.epsilon.upper).toBeGreaterThan(50);
    expect(hidden!.epsilon.upper).toBeLessThanOrEqual(alone!.epsilon.upper * 1.01);
  });

  it("a calibration meets its target", { tags: ["slow"] }, () => {
    const eventOf = (noiseToClip: number): MechanismEvent =>
      readEvent({ kind: "shuffle", users: 100, dummies: 100, of: { kind: "gaussian", noiseToClip } });
    const target = { adjacency: "replace-one", delta: 1e-5, targetEpsilon: 0.5, precision: 0.05 } as const;
    const { value, guarantee } = calibrate(eventOf, { ...target, parameter: "noiseToClip" });
    expect(guarantee.epsilon.upper).toBeLessThanOrEqual(0.5);
    expect(guarantee.epsilon.upper).toBeGreaterThan(0.42);
    // A trusted server's sum with the noise of all reports needs less.
    expect(value).toBeGreaterThan(0.3);
  });
});

describe("responses among dummies", () => {
  const response = { kind: "randomizedResponse", epsilon: 4, categories: 2 };
  const at = (besides: object, method: Method): number =>
    figure({ kind: "shuffle", users: 10_000, ...besides, of: response }, method).epsilon.upper;

  it("are hidden by dummies alone, and more by both", { tags: ["slow"] }, () => {
    const [plain, both, alone] = [
      at({}, "clones-2023"),
      at({ dummies: 750 }, "clones-2023-pld"),
      at({ dummies: 750 }, "dummies-pld"),
    ];
    expect(both).toBeLessThan(0.6 * plain!);
    expect(alone).toBeGreaterThan(both!);
    expect(alone).toBeLessThan(0.29);
  });

  it("a dummy more is never charged for", () => {
    expect(at({ dummies: 1 }, "clones-2023-pld")).toBeLessThan(1.01 * at({}, "clones-2023-pld"));
    const any = { kind: "shuffle", users: 10_000, dummies: 750, of: { kind: "local", epsilon: 4 } };
    const { dummies: _, ...without } = any;
    const [one, other] = [any, without].map((event) => figure(event, "clones-2023-pld").epsilon.upper);
    expect(one).toBe(other);
  });

  it("of absent users make responses of a smaller epsilon", () => {
    const of = { kind: "randomizedResponse", epsilon: 5, categories: 16 };
    const mixed = { kind: "checkInShuffle", users: 10_000, checkInRate: 0.1, absentees: "dummy", of };
    const low = 1 / (Math.exp(5) + 15);
    const truth = 0.1 * Math.exp(5) * low + 0.9 / 16;
    const lie = 0.1 * low + 0.9 / 16;
    const epsilon = Math.log(truth / lie);
    const all = {
      kind: "shuffle",
      users: 10_000,
      of: { kind: "randomizedResponse", epsilon, categories: 16 },
    };
    const [one, other] = [mixed, all].map((event) => figure(event, "clones-2023-pld"));
    expect(one!.epsilon.upper / other!.epsilon.upper).toBeCloseTo(1, 6);
    expect(one!.assumptions).toContain("secret-participation");
  });
});
