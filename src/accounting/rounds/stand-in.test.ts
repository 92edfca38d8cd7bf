import { describe, expect, it } from "vitest";
import type { MechanismEvent } from "../../privacy/index.js";
import { joinAlikeRounds } from "./join-alike-rounds.js";
import { ROUND_ROWS } from "./kinds/registry.js";
import { REPORT_ROWS } from "./reports/registry.js";
import type { ReportRow } from "./reports/report-kind.js";
import { roundsOf } from "./rounds-of.js";
import { standIn } from "./stand-in.js";

const COUNT = 40;

const REPORTS: Readonly<Record<string, (i: number) => MechanismEvent>> = {
  gaussian: (i) => ({ kind: "gaussian", noiseMultiplier: 1 + i / COUNT }),
  gaussianScalar: (i) => ({ kind: "gaussianScalar", noiseToWidth: 1 + i / COUNT }),
  laplaceScalar: (i) => ({ kind: "laplaceScalar", noiseToWidth: 1 + i / COUNT }),
  local: (i) => ({ kind: "local", epsilon: 2 - i / COUNT }),
  randomizedResponse: (i) => ({ kind: "randomizedResponse", epsilon: 2 - i / COUNT, categories: 3 }),
};

const SIDES = ["upper", "lower"] as const;
const PLACES = ["first", "last"] as const;

describe.each(Object.entries(REPORTS))("alike rounds of %s reports", (_, reportOf) => {
  it.each(SIDES.flatMap((side) => PLACES.map((place) => [side, place] as const)))(
    "are charged for the %s end as the least or the most noisy one of them, be it the %s",
    (side, place) => {
      const of = Array.from({ length: COUNT }, (_, i): MechanismEvent => {
        const noise = place === "first" ? i : COUNT - 1 - i;
        return { kind: "shuffle", users: 1000 + noise, of: reportOf(noise) as never };
      });
      const given = roundsOf({ kind: "sequence", of }, "replace-one");
      const { rounds } = joinAlikeRounds(given, { side, workOf: ({ length }) => length, mostWork: 1 });
      expect(rounds).toHaveLength(1);
      const noise = side === "upper" ? 0 : COUNT - 1;
      const [stand] = roundsOf(
        { kind: "shuffle", users: 1000 + noise, of: reportOf(noise) as never },
        "replace-one",
      );
      expect(rounds[0]).toEqual({ round: stand!.round, times: COUNT });
    },
  );
});

const LOCAL = { kind: "local", epsilon: 1, delta: 1e-9 } as const;
const WITHOUT_DELTA = { kind: "local", epsilon: 2 } as const;

it("takes each size from where it spends more, or less", () => {
  const rounds = [LOCAL, WITHOUT_DELTA].map((of) => roundsOf(of, "replace-one")[0]!.round);
  const [one, other] = [rounds, rounds.toReversed()] as const;
  for (const [a, b] of [one, other]) {
    expect(standIn("upper", a!, b!).report).toMatchObject({ epsilon: 2, delta: 1e-9 });
    expect(standIn("lower", a!, b!).report).toMatchObject({ epsilon: 1 });
    expect(standIn("lower", a!, b!).report).not.toMatchObject({ delta: 1e-9 });
  }
});

it("draws the most reports from the fewest users for an upper end, and at the lowest rate for a lower one", () => {
  const [few, many] = [
    { users: 200, sampled: 50 },
    { users: 1000, sampled: 100 },
  ].map(
    (counts) =>
      roundsOf({ kind: "subsampledShuffle", ...counts, of: WITHOUT_DELTA }, "replace-one")[0]!.round,
  );
  expect(standIn("upper", few!, many!)).toMatchObject({ users: 200, reports: 100, samplingRate: 0.5 });
  expect(standIn("lower", few!, many!)).toMatchObject({ users: 1000, reports: 100, samplingRate: 0.1 });
});

it("has a row for every kind and a bearing for every field, or does not compile", () => {
  const { shuffle: _, ...rows } = ROUND_ROWS;
  // @ts-expect-error shuffles have no row
  const withoutShuffles: typeof ROUND_ROWS = rows;
  const { local: __, ...others } = REPORT_ROWS;
  // @ts-expect-error local reports have no row
  const withoutLocal: typeof REPORT_ROWS = others;
  // @ts-expect-error delta has no bearing
  const withoutDelta: ReportRow<"local">["bearings"] = { epsilon: "more" };
  expect([withoutShuffles, withoutLocal, withoutDelta]).toHaveLength(3);
});
