import { describe, expect, it } from "vitest";
import { seededSource } from "../../../../src/random/index.js";
import { killParties } from "./kill-parties.js";

/** A party that is killed at most this often before it has ended. */
function party(name: string, lives: number) {
  let left = lives;
  return { name, kill: () => Promise.resolve(left-- > 0) };
}

const never = new AbortController().signal;
const LONG_MS = 3_600_000;

describe("killParties", () => {
  it("kills each party in turn, and as often as planned", async () => {
    const parties = [party("shuffler", 9), party("analyzer", 9), party("clients-1", 9)];
    const plan = { withinMs: 1, source: seededSource(1), hurry: never, signal: never };
    const each = await killParties(parties, { ...plan, kills: 3 });
    expect(each).toEqual({ byParty: { shuffler: 1, analyzer: 1, "clients-1": 1 }, late: 0 });
    const killed = await killParties(parties, { ...plan, kills: 7 });
    expect(Object.values(killed.byParty).reduce((sum, count) => sum + count, 0)).toBe(7);
  });

  it("kills at once what is due when the rounds are over, another where a party has ended", async () => {
    const plan = { kills: 4, withinMs: LONG_MS, source: seededSource(1), signal: never };
    const parties = [party("shuffler", 9), party("clients-1", 0), party("clients-2", 1)];
    const killed = await killParties(parties, { ...plan, hurry: AbortSignal.abort() });
    expect(killed).toEqual({ byParty: { shuffler: 3, "clients-2": 1 }, late: 4 });
  });

  it("kills nobody when none runs, and stops when it is told to", async () => {
    const plan = { kills: 4, withinMs: LONG_MS, source: seededSource(1) };
    const over = AbortSignal.abort();
    const nobody = { byParty: {}, late: 0 };
    expect(await killParties([party("clients-1", 0)], { ...plan, hurry: over, signal: never })).toEqual(
      nobody,
    );
    expect(await killParties([party("shuffler", 9)], { ...plan, hurry: never, signal: over })).toEqual(
      nobody,
    );
  });
});
