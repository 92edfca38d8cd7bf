import { describe, expect, it } from "vitest";
import { type Estimate, estimateColumns, planColumns } from "../../src/analytics/index.js";
import type { StudyOptions, SurveyResult, SurveyStudy } from "../../src/federated/index.js";
import { surveySlots } from "../../src/federated/study/survey-slots.js";
import { seededSource } from "../../src/random/index.js";
import { openFederation, URLS } from "./_internal/federation.js";

const ANSWERS = ["no", "no", "yes", "yes", "yes", "sometimes", "no", "yes"];

describe("a round", () => {
  it("goes from answers to a signed result with figures", { tags: ["slow"] }, async () => {
    const federation = await openFederation();
    const { analyzer, shuffler, id } = federation;
    expect(await analyzer.advance(id)).toEqual({ round: 0, stage: "none" });
    expect(await analyzer.announce(id)).toEqual({ round: 1, stage: "collecting" });
    expect(await federation.report(ANSWERS)).toEqual(ANSWERS.map(() => "accepted"));
    await shuffler.tick();
    expect(await analyzer.advance(id)).toEqual({ round: 1, stage: "collecting" });
    federation.pass(60);
    expect(await federation.report(["no"])).toEqual(["none"]);
    await shuffler.tick();
    const { stage, result } = await analyzer.advance(id);
    expect(stage).toBe("published");
    expect(result).toMatchObject({
      round: 1,
      reports: 8,
      dummies: 20,
      invalid: [0],
      rounds: { charged: 1, planned: 3 },
    });
    const [rain] = (result as SurveyResult).estimates!;
    expect(rain).toMatchObject({ kind: "frequencies", column: "rain", users: 8 });
    const { full, dummiesOnly, plain, local } = result!.figures;
    for (const { guarantee, adversary } of [full, dummiesOnly, plain, local]) {
      expect(guarantee).toMatchObject({
        side: "upper",
        status: "proven",
        adjacency: "replace-one",
        delta: 1e-4,
      });
      expect(adversary.length).toBeGreaterThan(10);
    }
    expect(full.guarantee.epsilon.upper).toBeLessThan(local.guarantee.epsilon.upper);
    expect(plain.guarantee).toEqual(local.guarantee); // anybody may join: no other user is credited
    expect(await analyzer.advance(id)).toMatchObject({ stage: "published", result });
  });

  it("below the floor is cancelled and refunded; the next one has the next number", {
    tags: ["slow"],
  }, async () => {
    const federation = await openFederation();
    const { analyzer, id } = federation;
    expect(await federation.wholeRound(ANSWERS.slice(0, 4))).toEqual({ round: 1, stage: "cancelled" });
    expect(await analyzer.spent(id)).toBeUndefined();
    expect(await federation.analyzerStore.keys()).toEqual([]);
    expect(await federation.wholeRound(ANSWERS.slice(0, 5))).toMatchObject({ round: 2, stage: "published" });
    expect(await federation.wholeRound(ANSWERS)).toMatchObject({ round: 3, stage: "published" });
    expect(await federation.wholeRound(ANSWERS)).toMatchObject({ round: 4, stage: "published" });
    await expect(analyzer.announce(id)).rejects.toMatchObject({ code: "REFUSED" });
  });
});

describe("a test study", () => {
  const columns: StudyOptions["columns"] = [
    { kind: "frequencies", column: "rain", categories: ["no", "yes"] },
    { kind: "histogram", column: "age", edges: [0, 30, 60, 100], quantiles: [0.5] },
    { kind: "mean", column: "years", lower: 0, upper: 255 },
  ];
  const groupBy = { kind: "frequencies", column: "town", categories: ["here", "there"] } as const;
  const people = Array.from({ length: 60 }, (_, i) => ({
    rain: i % 3 === 0 ? "yes" : "no",
    age: i,
    years: i,
    town: i % 4 === 0 ? "here" : "there",
  }));

  async function roundOf(study: Partial<StudyOptions>, seeded = false) {
    const federation = await openFederation({
      study: { purpose: "test", dummies: 0, delaySeconds: 0, columns, rounds: 1, ...study },
    });
    const { analyzer, id, shuffler, opened } = federation;
    await analyzer.announce(id);
    for (const [user, answers] of people.entries()) {
      const client = federation.client({ allowTests: true, ...(seeded && { source: seededSource(user) }) });
      await client.join({ url: URLS.public, study: id });
      expect(await client.takePart(id, answers)).toEqual({ round: 1, outcome: "accepted" });
    }
    federation.pass(60);
    await shuffler.tick();
    return { opened, result: (await analyzer.advance(id)).result! };
  }

  it("counts exactly, in every kind of column and within groups", { tags: ["slow"] }, async () => {
    const [rain, age, years] = columns;
    const estimatesOf = async (study: Partial<StudyOptions>) => {
      const { result } = await roundOf({ localEpsilon: 30, budget: { epsilon: 90, delta: 1e-4 }, ...study });
      return (result as SurveyResult).estimates![0] as unknown as {
        frequencies: readonly Estimate[];
        bins: readonly Estimate[];
        mean: Estimate;
        groups: readonly { values: readonly { count: Estimate }[] }[];
      };
    };
    const rounded = (estimates: readonly Estimate[]) =>
      estimates.map(({ estimate }) => Math.round(estimate) + 0);
    const { frequencies } = await estimatesOf({ columns: [rain!] });
    expect(rounded(frequencies)).toEqual([40, 20]);
    expect(frequencies.map(({ lower, upper }) => [lower, upper])).toEqual([
      [40, 40],
      [20, 20],
    ]);
    expect(rounded((await estimatesOf({ columns: [age!] })).bins)).toEqual([30, 30, 0]);
    // Each number is one of the 256 levels.
    expect((await estimatesOf({ columns: [years!] })).mean.estimate).toBeCloseTo(29.5, 7);
    const { groups } = await estimatesOf({ columns: [rain!], groupBy });
    expect(groups.map(({ values }) => rounded(values.map(({ count }) => count)))).toEqual([
      [10, 5],
      [30, 15],
    ]);
  });

  it("says what the simulation of the same seeds says, to the last bit", { tags: ["slow"] }, async () => {
    const { opened, result } = await roundOf({ localEpsilon: 2, budget: { epsilon: 9, delta: 1e-4 } }, true);
    const study = opened.study as SurveyStudy;
    const slots = surveySlots(study);
    const reports = slots.map(() => [] as number[]);
    for (const [user, answers] of people.entries()) {
      const source = seededSource(user);
      for (const [slot, { report, randomizer }] of slots.entries())
        reports[slot]!.push(randomizer.response.decode(report(source, answers)));
    }
    const plan = planColumns({ ...study, groupBy: undefined, users: study.floor, delta: 1e-4 });
    expect((result as SurveyResult).estimates).toEqual(
      JSON.parse(JSON.stringify(estimateColumns(reports, plan))),
    );
  });
});
