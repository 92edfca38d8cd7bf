/** Scores of shuffled reports against a sum over all ways to hand the reports to the users. */
import { describe, expect, it } from "vitest";
import type { MechanismEvent } from "../../../privacy/index.js";
import { seededSource } from "../../../random/index.js";
import { reportLawsOf } from "../reports/report-laws-of.js";
import type { ReportEvent } from "../reports/report-row.js";
import { type Attendance, checkedIn, drawn, everybody } from "./attendance.js";
import { drawCounts, drawNumbers } from "./draw-reports.js";
import { meanRatioLoss } from "./mean-ratio-loss.js";
import { permanentLoss } from "./permanent-loss.js";
import type { ReportLaws } from "./report-laws.js";

const SEEDS = Array.from({ length: 12 }, (_, seed) => seed);

/** The reports that a seed draws, and the likelihood of each by holder. */
function likelihoods(laws: ReportLaws, attendance: Attendance, secret: boolean, seed: number): number[][] {
  if (laws.kind === "finite") {
    const { counts } = drawCounts(laws, attendance)(secret, seededSource(seed));
    return counts.flatMap((count, y) => Array.from({ length: count }, () => laws.rows.map((row) => row[y]!)));
  }
  const { reports } = drawNumbers(laws, attendance)(secret, seededSource(seed));
  return Array.from(reports, (report) =>
    laws.places.map((place) => Math.exp(laws.logDensity(report, place))),
  );
}

/**
 * The sum over all injections of reports into users of the product; `changed` is what the first user holds.
 */
function waysBy(reports: readonly (readonly number[])[], groups: readonly number[], changed: number): number {
  const holders = [changed, ...groups.flatMap((size, group) => Array<number>(size).fill(2 + group))];
  const taken = holders.map(() => false);
  const from = (report: number): number => {
    if (report === reports.length) return 1;
    let sum = 0;
    for (let user = 0; user < holders.length; user++) {
      if (taken[user]) continue;
      taken[user] = true;
      sum += reports[report]![holders[user]!]! * from(report + 1);
      taken[user] = false;
    }
    return sum;
  };
  return from(0);
}

const MATRIX = [
  [0.5, 0.3, 0.2],
  [0.1, 0.2, 0.7],
  [0.25, 0.5, 0.25],
];
const REPORTS: readonly (readonly [ReportEvent, readonly number[]])[] = [
  [{ kind: "gaussian", noiseToClip: 0.9 }, [-1, 0.4]],
  [{ kind: "gaussianScalar", noiseToWidth: 0.6 }, [0, 0.5]],
  [{ kind: "laplaceScalar", noiseToWidth: 0.8 }, [0, 0.3]],
  [{ kind: "randomizedResponse", epsilon: 1.2, categories: 6 }, [1, 4]],
  [{ kind: "local", epsilon: 0.8 }, [1, 2]],
  [{ kind: "subsetResponse", epsilon: 1.1, mass: 0.45, overlap: 0.2 }, [0, 2]],
  [{ kind: "discreteChannel", matrix: MATRIX }, [2, 1]],
];
const ATTENDANCES: readonly (readonly [string, (groups: readonly number[]) => Attendance])[] = [
  ["everybody", everybody],
  ["three of five", (groups) => drawn(groups, 3)],
  ["checked in", (groups) => checkedIn(groups, 0.6)],
];

function expectScores(kind: "mixed" | "alike", laws: ReportLaws, attendance: Attendance): void {
  const score = (kind === "mixed" ? permanentLoss : meanRatioLoss)(laws, attendance);
  for (const seed of SEEDS) {
    for (const secret of [true, false]) {
      const reports = likelihoods(laws, attendance, secret, seed);
      const ratio = waysBy(reports, attendance.groups, 0) / waysBy(reports, attendance.groups, 1);
      expect(score(secret, seededSource(seed))).toBeCloseTo(Math.log(ratio), 9);
    }
  }
}

describe.each(ATTENDANCES)("where %s report(s)", (_, attendanceOf) => {
  it.each(REPORTS)("the score of %j is the likelihood ratio of all orders", (event, records) => {
    const one = reportLawsOf(event, "zero-out", records.slice(0, 1));
    expectScores("alike", one.laws, attendanceOf([4]));
    expectScores("mixed", one.laws, attendanceOf([4]));
    const two = reportLawsOf(event, "replace-one", records);
    expectScores("mixed", two.laws, attendanceOf([3, 1]));
    expectScores("mixed", two.laws, attendanceOf([2, 2]));
  });
});

it("a report that none of the others sends decides", () => {
  const { laws } = reportLawsOf({ kind: "local", epsilon: 1, delta: 0.4 }, "replace-one");
  const loss = meanRatioLoss(laws, everybody([3]));
  const scores = SEEDS.map((seed) => loss(true, seededSource(seed)));
  expect(scores).toContain(Infinity);
  expect(scores.some((score) => Number.isFinite(score))).toBe(true);
  expect(SEEDS.map((seed) => loss(false, seededSource(seed)))).toContain(-Infinity);
});

it("cohorts beyond the recursion are scored as if their records were drawn", () => {
  const event: MechanismEvent = { kind: "gaussian", noiseToClip: 1.1 };
  const { laws } = reportLawsOf(event, "zero-out", [-1, 1]);
  const exact = permanentLoss(laws, everybody([20, 20]));
  const near = meanRatioLoss(laws, everybody([20, 20]));
  for (const seed of SEEDS) {
    const [one, other] = [exact(true, seededSource(seed)), near(true, seededSource(seed))];
    expect(Math.abs(one - other)).toBeLessThan(0.3);
    expect(one).not.toBe(other);
  }
});

it("the changed user's number is at any place", () => {
  const { laws } = reportLawsOf({ kind: "gaussianScalar", noiseToWidth: 1e-6 }, "zero-out");
  if (laws.kind !== "number") throw new Error("a number");
  const [draw, source, places] = [drawNumbers(laws, everybody([3])), seededSource(9), [0, 0, 0, 0]];
  for (let run = 0; run < 800; run++) {
    places[draw(true, source).reports.findIndex((report) => report > 1 / 2)]! += 1;
  }
  // A binomial count of 800 and 1/4 is below with a probability of 1e-9.
  for (const times of places) expect(times).toBeGreaterThan(125);
});
