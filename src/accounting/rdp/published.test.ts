import { describe, expect, it } from "vitest";
import reference from "../../../test/vectors/reference/reference.json" with { type: "json" };
import type { MechanismEvent } from "../../privacy/index.js";
import { checkInPublishedRdp } from "../theorems/check-in-published.js";
import { exactPairAccountant } from "./exact-pair.js";
import { publishedAccountant } from "./published.js";

type Parameters = Record<string, number>;

const of = (noiseMultiplier: number): MechanismEvent => ({ kind: "gaussian", noiseMultiplier });

describe("LT22 and LT23 as printed", () => {
  const theorem2 = reference.cases.filter((each) => each.name === "subsampledShuffleGaussianRdp.theorem2");
  it.each(theorem2)("Theorem 2 at $params", ({ params, value }) => {
    const { users, sampled, noiseMultiplier, order } = params as unknown as Parameters;
    const event: MechanismEvent = {
      kind: "subsampledShuffle",
      users: users!,
      sampled: sampled!,
      of: of(noiseMultiplier!),
    };
    const rdp = publishedAccountant.renyiCurve!(event, "zero-out").at(order!);
    expect(Math.abs(rdp / Number(value) - 1)).toBeLessThan(1e-9);
  });

  const theorem3 = reference.cases.filter((each) => each.name === "shuffledCheckInGaussianRdp.theorem3");
  it.each(theorem3)("Theorem 3 at $params, and better at the best slack", ({ params, value }) => {
    const { users, checkInRate, noiseMultiplier, order, chernoffSlack } = params as unknown as Parameters;
    const round = { users: users!, checkInRate: checkInRate!, noiseMultiplier: noiseMultiplier! };
    const rdp = checkInPublishedRdp({ ...round, slack: chernoffSlack! })(order!);
    expect(Math.abs(rdp / Number(value) - 1)).toBeLessThan(1e-9);
    const event: MechanismEvent = {
      kind: "checkInShuffle",
      users: users!,
      checkInRate: checkInRate!,
      of: of(noiseMultiplier!),
    };
    expect(publishedAccountant.renyiCurve!(event, "zero-out").at(order!)).toBeLessThan(rdp);
  });

  it.each([0.5, 1, 3])("bound the exact law of their pair at sigma = %f", (sigma) => {
    const events: MechanismEvent[] = [
      { kind: "shuffle", users: 500, of: of(sigma) },
      { kind: "subsampledShuffle", users: 5000, sampled: 500, of: of(sigma) },
      { kind: "checkInShuffle", users: 5000, checkInRate: 0.1, of: of(sigma) },
      { kind: "checkInShuffle", users: 30, checkInRate: 0.5, of: of(sigma) },
    ];
    for (const event of events) {
      const exact = exactPairAccountant.renyiCurve!(event, "zero-out");
      const printed = publishedAccountant.renyiCurve!(event, "zero-out");
      for (const order of [2, 3, 7, 20]) {
        expect(printed.at(order)).toBeGreaterThanOrEqual(exact.at(order) * (1 - 1e-9));
      }
    }
  });

  it("says all that it takes for granted", () => {
    const event: MechanismEvent = { kind: "checkInShuffle", users: 100, checkInRate: 0.5, of: of(2) };
    const { status, assumptions } = publishedAccountant.epsilonAtDelta(event, {
      adjacency: "zero-out",
      delta: 1e-5,
    });
    expect(status).toBe("conditional");
    expect(assumptions).toEqual([
      "homogeneous-cohort",
      "one-direction",
      "honest-shuffler",
      "published-inclusion-rate",
    ]);
  });
});
