import { describe, expect, it } from "vitest";
import type { Round } from "./round.js";
import { exceededLimit } from "./round-limit.js";
import type { RepeatedRound } from "./rounds-of.js";

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

  it("of several kinds are those whose shares of their limits come to more than one", () => {
    const limit = ({ kind }: Round): number => (kind === "shuffle" ? 4 : 2);
    expect(exceededLimit(rounds("shuffle", "shuffle", "report"), limit)).toBeUndefined();
    expect(exceededLimit(rounds("shuffle", "shuffle", "shuffle", "report"), limit)).toBe(2);
    expect(exceededLimit(rounds("shuffle", "shuffle", "shuffle", "shuffle"), limit)).toBeUndefined();
  });
});
