import { describe, expect, it } from "vitest";
import { logBinomialMass } from "../../../numerics/log-binomial-mass.js";
import { LogSum } from "../../../numerics/log-sum.js";
import { checkInSampling } from "./check-in-sampling.js";
import { type GainsAboveOne, gaussianGains, randomizedResponseGains } from "./gains-above-one.js";
import { secretSamplingLogMoment } from "./secret-sampling.js";

interface Case {
  readonly users: number;
  readonly checkInRate: number;
  readonly order: number;
}

/** log E_K[m(K / users)], term by term. */
function averageLogMoment(gains: GainsAboveOne, { users, checkInRate, order }: Case): number {
  const law = { probability: checkInRate, complement: 1 - checkInRate };
  const sum = new LogSum();
  for (let k = 0; k <= users; k++) {
    const logMoment = k === 0 ? 0 : secretSamplingLogMoment(gains, k / users, order);
    sum.add(logBinomialMass(k, users, law) + logMoment);
  }
  return sum.log;
}

/**
 * The last band, 13 deviations above the mean, lies just below the one user, and the order makes her taking
 * part count alone: there Chernoff's bound is tightest, and an exponent 5 % too large falls below the exact
 * average.
 */
const ALONE = { users: 1, checkInRate: 0.0057, order: 600 };

const ORDINARY = [
  { users: 10, checkInRate: 0.3, order: 3 },
  { users: 60, checkInRate: 0.05, order: 8 },
  { users: 500, checkInRate: 0.1, order: 2.5 },
  { users: 2000, checkInRate: 0.01, order: 30 },
  { users: 40, checkInRate: 0.9, order: 12 },
];

const logMoment = (gains: GainsAboveOne, { users, checkInRate, order }: Case): number =>
  (order - 1) * checkInSampling(gains, users, checkInRate).at(order);

describe("check-in sampling", () => {
  it.each([ALONE, ...ORDINARY])("is no less than the average over the participants: %o", (each) => {
    for (const gains of [randomizedResponseGains(0.3), randomizedResponseGains(1), gaussianGains(40)]) {
      expect(logMoment(gains, each)).toBeGreaterThanOrEqual(averageLogMoment(gains, each) * (1 - 1e-12));
    }
  });

  it("falls with more users at high orders, where counts far above the mean matter", () => {
    const gains = gaussianGains(36.37);
    for (const order of [300, 800, 1000, 2000]) {
      const moments = [2505, 25_050, 250_500].map((users) =>
        logMoment(gains, { users, checkInRate: 0.743, order }),
      );
      expect(moments[1]! / moments[0]!).toBeLessThanOrEqual(1);
      expect(moments[2]! / moments[1]!).toBeLessThanOrEqual(1);
    }
  });

  it("counts participation of all where its probability leaves the doubles", () => {
    for (const [users, checkInRate, order] of [
      [100, 1e-4, 2959.56],
      [100, 1e-4, 3020],
    ] as const) {
      const allThere = users * Math.log(checkInRate) + (order * (order - 1)) / (2 * 60 ** 2);
      expect(logMoment(gaussianGains(60), { users, checkInRate, order })).toBeGreaterThanOrEqual(allThere);
    }
  });

  it("falls with more users where nearly all may take part", () => {
    for (const [checkInRate, order, counts] of [
      [0.15334573522423, 60, [7, 8, 9, 10, 12, 14]],
      [0.8877445093101618, 100, [300, 329, 330, 340, 360, 450, 515, 520]],
    ] as const) {
      const moments = counts.map((users) =>
        logMoment(randomizedResponseGains(0.5), { users, checkInRate, order }),
      );
      moments.slice(1).forEach((moment, i) => {
        expect(moment).toBeLessThanOrEqual(moments[i]! * (1 + 1e-4));
      });
    }
  });

  it("is nearly the average of one user whose taking part counts alone", () => {
    const gains = randomizedResponseGains(1);
    expect(logMoment(gains, ALONE) - averageLogMoment(gains, ALONE)).toBeLessThan(0.25);
  });

  it.each(ORDINARY)("is no more than four times the average: %o", (each) => {
    const gains = randomizedResponseGains(0.3);
    expect(logMoment(gains, each)).toBeLessThan(4 * averageLogMoment(gains, each));
  });
});
