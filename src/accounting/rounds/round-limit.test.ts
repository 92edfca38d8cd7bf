import { describe, expect, it } from "vitest";
import type { DeltaGuarantee, MechanismEvent } from "../../privacy/index.js";
import { deltas } from "../deltas.js";
import type { Round } from "./round.js";
import { exceededLimit, MOST_DIFFERENT, MOST_SEARCHED, withFewerUsers } from "./round-limit.js";
import type { RepeatedRound } from "./rounds-of.js";

function checkInOf(users: number): Round {
  return { kind: "checkInShuffle", users } as unknown as Round;
}

function rounds(...kinds: readonly string[]): RepeatedRound[] {
  return kinds.map((kind) => ({ round: { kind } as unknown as Round, times: 1 }));
}

describe("too many different rounds", () => {
  it("are more than the limit, however large that is", () => {
    expect(exceededLimit(rounds("shuffle", "shuffle"), 2)).toBeUndefined();
    expect(exceededLimit(rounds("shuffle", "shuffle", "shuffle"), 2)).toBe(2);
    const many = rounds(...Array.from({ length: 49 }, () => "shuffle"));
    expect(exceededLimit(many.slice(1), 48)).toBeUndefined();
    expect(exceededLimit(many, 48)).toBe(48);
    expect(exceededLimit(many, Infinity)).toBeUndefined();
    expect(exceededLimit([], 1)).toBeUndefined();
  });

  it("are fewer where very many users may check in", () => {
    expect([1e6, 1e14].map((users) => MOST_DIFFERENT(checkInOf(users)))).toEqual([48, 8]);
    expect([1e6, 1e14].map((users) => MOST_SEARCHED(checkInOf(users)))).toEqual([4, 1]);
    expect(MOST_DIFFERENT({ kind: "shuffle", users: 1e14 } as unknown as Round)).toBe(48);
    expect(MOST_DIFFERENT({ kind: "report" } as unknown as Round)).toBe(48);
  });

  it("of several kinds are those whose shares of their limits come to more than one", () => {
    const limit = ({ kind }: Round): number => (kind === "shuffle" ? 4 : 2);
    expect(exceededLimit(rounds("shuffle", "shuffle", "report"), limit)).toBeUndefined();
    expect(exceededLimit(rounds("shuffle", "shuffle", "shuffle", "report"), limit)).toBe(2);
    expect(exceededLimit(rounds("shuffle", "shuffle", "shuffle", "shuffle"), limit)).toBeUndefined();
  });
});

describe("check-in rounds of very many users", () => {
  const repeated = (users: number, times: number): RepeatedRound => ({ round: checkInOf(users), times });

  it("count as of 10^12 where they are too many", () => {
    const given = [repeated(1e13, 2), repeated(500, 1), repeated(2e13, 3)];
    const { rounds: charged, remark } = withFewerUsers(given, MOST_SEARCHED);
    expect(charged).toEqual([repeated(1e12, 5), repeated(500, 1)]);
    expect(remark).toBe("check-in rounds of more than 1e12 users are charged as of 1e12");
    expect(withFewerUsers(given, MOST_DIFFERENT)).toEqual({ rounds: given });
  });

  it("have a figure where fewer users have one, which is no larger", () => {
    const figureOf = (users: number): DeltaGuarantee => {
      const checkIn = (checkInRate: number): MechanismEvent => ({
        kind: "checkInShuffle",
        users,
        checkInRate,
        of: { kind: "randomizedResponse", epsilon: 0.5, categories: 9 },
      });
      const event: MechanismEvent = { kind: "sequence", of: [checkIn(0.05), checkIn(0.06)] };
      const asked = { adjacency: "replace-one", epsilon: 1e-6, method: "clones-2023" } as const;
      return deltas(event, asked).guarantees[0]!;
    };
    const [more, fewer] = [figureOf(1e13), figureOf(1e12)];
    expect(more.delta.upper).toBeLessThanOrEqual(fewer.delta.upper);
    expect(more.remark).toMatch(/^check-in rounds of more than/);
    expect(fewer.remark).toBeUndefined();
  });
});
