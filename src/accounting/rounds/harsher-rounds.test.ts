import { describe, expect, it } from "vitest";
import type { MechanismEvent } from "../../privacy/index.js";
import { harsherRounds } from "./harsher-rounds.js";
import { roundsOf } from "./rounds-of.js";

const COUNT = 40;

const REPORTS: Readonly<Record<string, (i: number) => MechanismEvent>> = {
  gaussian: (i) => ({ kind: "gaussian", noiseMultiplier: 1 + i / COUNT }),
  gaussianScalar: (i) => ({ kind: "gaussianScalar", noiseToWidth: 1 + i / COUNT }),
  laplaceScalar: (i) => ({ kind: "laplaceScalar", noiseToWidth: 1 + i / COUNT }),
  local: (i) => ({ kind: "local", epsilon: 2 - i / COUNT }),
  randomizedResponse: (i) => ({ kind: "randomizedResponse", epsilon: 2 - i / COUNT, categories: 3 }),
};

describe.each(Object.entries(REPORTS))("alike rounds of %s reports", (_, reportOf) => {
  it.each(["first", "last"])("are charged as the least noisy one of them, be it the %s", (place) => {
    const of = Array.from({ length: COUNT }, (_, i): MechanismEvent => {
      const noise = place === "first" ? i : COUNT - 1 - i;
      return { kind: "shuffle", users: 1000 + noise, of: reportOf(noise) as never };
    });
    const given = roundsOf({ kind: "sequence", of }, "replace-one");
    const { rounds } = harsherRounds(given, 1);
    expect(rounds).toHaveLength(1);
    const [least] = roundsOf({ kind: "shuffle", users: 1000, of: reportOf(0) as never }, "replace-one");
    expect(rounds[0]).toEqual({ round: least!.round, times: COUNT });
  });
});
