import { expect, test } from "vitest";
import { checkInBands } from "../../../rounds/check-in-bands.js";
import { channelProfile } from "./channel-profile.js";
import { type KnownReport, shuffledReports } from "./shuffled-reports.js";

const REPORTS: readonly (readonly [string, KnownReport])[] = [
  ["Laplace noise", { kind: "laplaceScalar", noiseToWidth: 0.6, epsilon: 1 / 0.6 }],
  ["Gaussian noise", { kind: "gaussianScalar", noiseToWidth: 0.8 }],
];

test.each(REPORTS)(
  "a number with %s: bands add up, those that cost next to nothing rounded up",
  { tags: ["slow", "long"] },
  (_, report) => {
    const bands = checkInBands(30, 0.3, 1e-9);
    const points = channelProfile({ report, bands, leastDelta: 1e-8 });
    expect(points.length).toBeGreaterThan(20);
    const channels = bands.map(({ reports }) => shuffledReports(report, reports));
    for (const point of points.filter(({ delta }, i) => delta > 0 && i % 10 === 0)) {
      const sum = bands.reduce((total, { weight, samplingRate }, i) => {
        const ofSample = Math.log1p(Math.expm1(point.epsilon) / samplingRate);
        return total + weight * samplingRate * channels[i]!.deltaAt(ofSample);
      }, 0);
      expect(point.delta).toBeGreaterThan(sum * (1 - 1e-9));
      expect(point.delta).toBeLessThan(sum * (1 + 1e-4));
    }
  },
);

test("a band that costs next to nothing is not left out", () => {
  const report = { kind: "laplaceScalar", noiseToWidth: 0.6, epsilon: 1 / 0.6 } as const;
  const main = { reports: 60, samplingRate: 0.2, weight: 1, leastWeight: 1 };
  const rare = { reports: 2, samplingRate: 0.2, weight: 1e-11, leastWeight: 1e-11 };
  const [alone, both] = [[main], [rare, main]].map((bands) =>
    channelProfile({ report, bands, leastDelta: 1e-3 }),
  );
  const unhidden = shuffledReports(report, 1);
  for (const [i, { delta, epsilon }] of alone!.entries()) {
    const ofRare = 0.2 * 1e-11 * unhidden.deltaAt(Math.log1p(Math.expm1(epsilon) / 0.2));
    expect(both![i]!.delta - delta).toBeGreaterThan(0.99 * ofRare - 1e-16);
    expect(both![i]!.delta - delta).toBeLessThan(1.01 * ofRare + 1e-16);
  }
});

test("goes on where delta falls no further for a while: the largest of 10^8 numbers are revealed up to epsilon 1.5", {
  tags: ["slow", "long"],
}, () => {
  const report = { kind: "gaussianScalar", noiseToWidth: 0.4 } as const;
  const all = { reports: 1e8, samplingRate: 1, weight: 1, leastWeight: 1 };
  const points = channelProfile({ report, bands: [all], leastDelta: 1e-11 });
  expect(points.at(-1)!.delta).toBeLessThan(1e-11);
  expect(points.at(-1)!.epsilon).toBeLessThan(4);
});

test("takes few points where delta hardly falls, along chords that cost next to nothing", {
  tags: ["slow", "long"],
}, () => {
  const report = { kind: "laplaceScalar", noiseToWidth: 0.05, epsilon: 20 } as const;
  const all = { reports: 3800, samplingRate: 1, weight: 1, leastWeight: 1 };
  const points = channelProfile({ report, bands: [all], leastDelta: 1e-10 });
  expect(points.filter(({ epsilon }) => epsilon < 1.2).length).toBeLessThan(12); // 30 otherwise
  const channel = shuffledReports(report, 3800);
  for (const [i, { epsilon, delta }] of points.slice(0, -2).entries()) {
    const next = points[i + 1]!;
    const middle = Math.log((Math.exp(epsilon) + Math.exp(next.epsilon)) / 2);
    const chord = (delta + next.delta) / 2;
    if (epsilon === 0 || next.epsilon < 1.3 * epsilon) continue;
    expect(chord).toBeGreaterThanOrEqual(channel.deltaAt(middle) * (1 - 1e-9));
    expect(chord).toBeLessThan(channel.deltaAt(middle) * (1 + 2 ** -15));
  }
});

test("ends at the same epsilon for all numbers of users where a value tells too much, and before it where that is rare", () => {
  // beyond an epsilon of 42 no value tells more
  const matrix = [
    [0.984, 0.016 - 1e-20, 1e-20],
    [0.97, 0.01, 0.02],
  ];
  const report = { kind: "discreteChannel", epsilon: 42, matrix } as const;
  const ends = [21, 100, 1000, 21_000].map(
    (users) =>
      channelProfile({
        report,
        bands: checkInBands(users, 3.6e-4, 1e-14),
        leastDelta: 1e-13,
      }).at(-1)!,
  );
  for (const { epsilon, delta } of ends) {
    if (epsilon >= 40) expect(epsilon).toBeCloseTo(40, 9);
    expect(delta).toBeLessThan(1e-10); // 5e-6 at epsilon 40 of a report
  }
});
