import { describe, expect, it } from "vitest";
import { sampleInteger, sampleUniform, seededSource } from "../../../random/index.js";
import { binaryResponseProfile } from "./binary-response-profile.js";

/** The law of the number of ones, of users who say one with these probabilities. */
function countsOf(probabilities: readonly number[]): Float64Array {
  const law = new Float64Array(probabilities.length + 1);
  law[0] = 1;
  probabilities.forEach((one, user) => {
    for (let m = user + 1; m > 0; m--) law[m] = (1 - one) * law[m]! + one * law[m - 1]!;
    law[0]! *= 1 - one;
  });
  return law;
}

function exactDelta(one: Float64Array, other: Float64Array, epsilon: number): number {
  return one.reduce((sum, mass, m) => sum + Math.max(0, mass - Math.exp(epsilon) * other[m]!), 0);
}

function saysOne(localEpsilon: number, record: number): number {
  return 1 / (1 + Math.exp(record === 1 ? -localEpsilon : localEpsilon));
}

/** Both directions' largest delta over all cohorts. */
function worstDelta(localEpsilon: number, reports: number, epsilon: number): number {
  let worst = 0;
  for (let ones = 0; ones < reports; ones++) {
    const others = Array.from({ length: reports - 1 }, (_, i) => saysOne(localEpsilon, i < ones ? 1 : 0));
    const [zero, one] = [0, 1].map((record) => countsOf([...others, saysOne(localEpsilon, record)]));
    worst = Math.max(worst, exactDelta(one!, zero!, epsilon), exactDelta(zero!, one!, epsilon));
  }
  return worst;
}

describe("binaryResponseProfile", () => {
  for (const localEpsilon of [0.05, 1, 3, 9]) {
    for (const reports of [1, 2, 3, 4, 7, 40]) {
      it(`is the worst cohort's delta, eps0 ${localEpsilon}, ${reports} reports`, () => {
        const profile = binaryResponseProfile({ localEpsilon, reports, leastDelta: 1e-30 });
        profile.forEach(({ epsilon, delta }, i) => {
          if (i % 9 > 0 || delta < 1e-14) return;
          const exact = worstDelta(localEpsilon, reports, epsilon);
          expect(delta).toBeGreaterThanOrEqual(exact * (1 - 1e-12) - 1e-16);
          expect(delta).toBeLessThanOrEqual(exact * (1 + 1e-8) + 1e-14);
        });
      });
    }
  }

  it("covers users of any laws between a true and a false answer", { tags: ["slow"] }, () => {
    const source = seededSource(41);
    for (let trial = 0; trial < 20_000; trial++) {
      const localEpsilon = 0.05 + 4 * sampleUniform(source);
      const reports = 2 + sampleInteger(source, 5);
      const [lie, truth] = [0, 1].map((record) => saysOne(localEpsilon, record)) as [number, number];
      const some = (): number => {
        const kind = sampleInteger(source, 3);
        return kind === 0 ? lie : kind === 1 ? truth : lie + (truth - lie) * sampleUniform(source);
      };
      const others = Array.from({ length: reports - 1 }, some);
      const [before, after] = [countsOf([...others, some()]), countsOf([...others, some()])];
      const profile = profileOf(Math.ceil(localEpsilon * 20) / 20, reports);
      const { epsilon, delta } = profile[sampleInteger(source, profile.length)]!;
      expect(exactDelta(before, after, epsilon)).toBeLessThanOrEqual(delta * (1 + 1e-9) + 1e-15);
    }
  });

  it("covers every cohort where intervals of them are tried, closely", { tags: ["slow"] }, () => {
    for (const [localEpsilon, reports] of [
      [0.3, 3000],
      [3, 3000],
    ] as const) {
      const profile = binaryResponseProfile({ localEpsilon, reports, leastDelta: 1e-9 });
      const cohorts = [0, 1, 2, 3, 700, 1500, 2300, reports - 3, reports - 2, reports - 1];
      const laws = cohorts.map((ones) => {
        const others = Array.from({ length: reports - 1 }, (_, i) => saysOne(localEpsilon, i < ones ? 1 : 0));
        return [0, 1].map((record) => countsOf([...others, saysOne(localEpsilon, record)]));
      });
      profile.forEach(({ epsilon, delta }, i) => {
        if (i % 8 > 0 || delta < 1e-8) return;
        const exact = Math.max(...laws.map(([zero, one]) => exactDelta(one!, zero!, epsilon)));
        expect(delta).toBeGreaterThanOrEqual(exact * (1 - 1e-10));
        expect(delta).toBeLessThanOrEqual(exact * 1.02);
      });
    }
  });
});

const known = new Map<string, ReturnType<typeof binaryResponseProfile>>();

function profileOf(localEpsilon: number, reports: number): ReturnType<typeof binaryResponseProfile> {
  const key = `${localEpsilon} ${reports}`;
  const profile = known.get(key) ?? binaryResponseProfile({ localEpsilon, reports, leastDelta: 1e-12 });
  known.set(key, profile);
  return profile;
}
