import { describe, expect, it } from "vitest";
import type { MechanismEvent } from "../../privacy/index.js";
import { readRound } from "../core/round.js";
import { mergedRounds } from "../core/rounds-of.js";
import { composePld } from "../pld/compose-pld.js";
import { transpositionLossOfRound, transpositionPld } from "./transposition-pld.js";

const DELTA = 1e-4;
const QUERY = { adjacency: "zero-out", delta: DELTA } as const;

const shuffles = (count: number, noiseOf: (i: number) => number): MechanismEvent => ({
  kind: "sequence",
  of: Array.from({ length: count }, (_, i) => ({
    kind: "shuffle",
    users: 60 + (i % 5),
    of: { kind: "gaussian", noiseToClip: noiseOf(i) },
  })),
});

describe("a sequence of many different shuffles", () => {
  it("is charged for no less than round by round, little more, and says so", () => {
    const event = shuffles(20, (i) => 6 + i / 25);
    const answer = transpositionPld.epsilonAtDelta(event, QUERY);
    const losses = mergedRounds(event).map(
      ({ round }) =>
        transpositionLossOfRound(readRound(round, "zero-out"), "zero-out", (0.1 * DELTA) / 20).loss,
    );
    const each = composePld(losses).epsilonAtDelta(DELTA);
    expect(answer.epsilon.upper).toBeGreaterThan(each.lower);
    expect(answer.epsilon.upper).toBeLessThan(1.1 * each.upper);
    expect(answer.status).toBe("proven");
    expect(answer.remark).toMatch(/^20 different shuffles are charged as \d+/);
    const { delta } = transpositionPld.deltaAtEpsilon(event, {
      adjacency: "zero-out",
      epsilon: answer.epsilon.upper,
    });
    expect(delta.upper).toBeLessThanOrEqual(DELTA * (1 + 1e-9));
  });

  it("is declined where they are too different", () => {
    const event = shuffles(100, (i) => 3 ** (i % 50) / 1e9);
    expect(() => transpositionPld.epsilonAtDelta(event, QUERY)).toThrow(
      /50 different shuffles, which are not alike/,
    );
  });
});
