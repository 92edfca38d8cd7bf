import { describe, expect, it } from "vitest";
import vectors from "../../../test/vectors/rdp/check-in-sum.json" with { type: "json" };
import type { MechanismEvent } from "../../privacy/index.js";
import { checkInSum } from "../accountants/check-in-sum.js";
import { rdpExact } from "../accountants/rdp-exact.js";
import { checkInShuffleGaussianRdpCurve } from "./check-in-shuffle-gaussian.js";
import { checkInSumRdpCurve } from "./check-in-sum.js";

const ROUNDS = [
  { users: 60_000, checkInRate: 0.1, noiseMultiplier: 5 },
  { users: 60_000, checkInRate: 0.001, noiseMultiplier: 2 },
  { users: 1000, checkInRate: 0.05, noiseMultiplier: 1.5 },
  { users: 30, checkInRate: 0.5, noiseMultiplier: 0.7 },
  { users: 1e12, checkInRate: 0.3, noiseMultiplier: 0.9 },
];

const eventOf = ({ users, checkInRate, noiseMultiplier }: (typeof ROUNDS)[0]): MechanismEvent => ({
  kind: "checkInShuffle",
  users,
  checkInRate,
  of: { kind: "gaussian", noiseMultiplier },
});

describe("LT22 Equation 17 as printed", () => {
  it.each(vectors.cases)("equals the full sum at $users, $checkInRate, $noiseMultiplier, $order", (each) => {
    const ratio = checkInSumRdpCurve(each).at(each.order) / Number(each.value);
    // Theorem 2's two terms for j = 2 are alike at this number of reports.
    const crossing = Math.expm1(each.noiseMultiplier ** -2);
    const mean = each.users * each.checkInRate;
    const usual = Math.abs(crossing - mean) < 4 * Math.sqrt(mean);
    expect(ratio).toBeGreaterThan(1 - 1e-14);
    expect(ratio).toBeLessThan(usual ? 1.02 : 1 + 1e-7);
  });

  it.each(ROUNDS)("is what Theorem 3 bounds, at every slack: %o", (round) => {
    const sum = checkInSumRdpCurve(round);
    for (const slack of [0.05, 0.3, 0.6, 0.95]) {
      const bound = checkInShuffleGaussianRdpCurve({ ...round, slack });
      for (const order of [2, 3.5, 10, 60]) expect(sum.at(order)).toBeLessThanOrEqual(bound.at(order));
    }
  });

  it.each(ROUNDS)("lies above the exact law of its pair for many users: %o", (round) => {
    const exact = rdpExact.renyiCurve!(eventOf(round), "zero-out");
    for (const order of [2, 5, 20])
      expect(checkInSumRdpCurve(round).at(order)).toBeGreaterThanOrEqual(exact.at(order));
  });

  it("lies below that law for one user, whose chance to be among one report is 1 and not the check-in rate", () => {
    const alone = { users: 1, checkInRate: 0.5, noiseMultiplier: 1.5 };
    const exact = rdpExact.renyiCurve!(eventOf(alone), "zero-out");
    expect(checkInSumRdpCurve(alone).at(3)).toBeLessThan(0.97 * exact.at(3));
  });

  it("falls with the number of users and rises with the order", () => {
    for (const noiseMultiplier of [0.5, 3]) {
      const curves = [5, 50, 500, 50_000].map((users) =>
        checkInSumRdpCurve({ users, checkInRate: 0.2, noiseMultiplier }),
      );
      for (const order of [2, 9, 40]) {
        const values = curves.map((curve) => curve.at(order));
        expect([...values].sort((a, b) => b - a)).toEqual(values);
      }
      const rising = [2, 3, 4, 4.5, 5, 20].map(curves[2]!.at);
      expect([...rising].sort((a, b) => a - b)).toEqual(rising);
    }
  });

  it("says what it takes for granted, and what it does not cover", () => {
    const query = { adjacency: "zero-out", delta: 1e-5 } as const;
    const found = checkInSum.epsilonAtDelta(eventOf(ROUNDS[0]!), query);
    expect(found).toMatchObject({ status: "conditional", source: "LT22 Equation 17" });
    expect(found.assumptions).toContain("published-inclusion-rate");
    expect(() => checkInSum.epsilonAtDelta({ kind: "gaussian", noiseMultiplier: 1 }, query)).toThrow(
      /check-in shuffle/,
    );
    expect(() =>
      checkInSum.epsilonAtDelta(eventOf(ROUNDS[0]!), { ...query, adjacency: "add-or-remove" }),
    ).toThrow(/number of reports is public/);
  });

  it.each([
    { users: 0 },
    { users: 1.5 },
    { checkInRate: 0 },
    { checkInRate: Number.NaN },
    { noiseMultiplier: -1 },
  ])("refuses %o", (wrong) => {
    expect(() => checkInSumRdpCurve({ ...ROUNDS[0]!, ...wrong })).toThrow(/must be/);
  });

  it.each([1e-8, 0.01, 1e6, 1e9])("answers at sigma = %f without NaN", (noiseMultiplier) => {
    for (const users of [1, 2, 1e12]) {
      for (const checkInRate of [1e-12, 0.5, 1]) {
        const rdp = checkInSumRdpCurve({ users, checkInRate, noiseMultiplier }).at(20);
        expect(rdp).toBeGreaterThanOrEqual(0);
        if (noiseMultiplier > 1) expect(rdp).toBeLessThan(Infinity);
      }
    }
  });
});
