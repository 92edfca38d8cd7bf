import { describe, expect, it } from "vitest";
import { givenAnswers } from "../../apps/server/_internal/clients/given-answers.js";
import { makeUpUsers } from "../../apps/server/_internal/clients/made-up-answers.js";
import { reportedShares } from "../../apps/server/_internal/clients/result-report.js";
import type { SurveyResult, SurveyStudy } from "../../src/federated/index.js";
import { seededSource } from "../../src/random/index.js";
import { newKeys, signedStudy } from "../federated/_internal/federation.js";

const COLUMNS = [
  { kind: "mean", column: "height", lower: 100, upper: 160 },
  { kind: "frequencies", column: "rain", categories: ["no", "yes"] },
] as const;

async function survey(): Promise<SurveyStudy> {
  return (await signedStudy(await newKeys(), { columns: COLUMNS })).study as SurveyStudy;
}

describe("a survey that asks for a mean", () => {
  it("is simulated with numbers within the bounds, beside their mean", async () => {
    const study = await survey();
    const { answers, truthOf } = makeUpUsers(study, 50, seededSource(4));
    const heights = answers.map(({ height }) => height as number);
    expect(new Set(heights).size).toBeGreaterThan(3);
    for (const height of heights) expect([100, 110, 120, 130, 140, 150, 160]).toContain(height);
    const mean = heights.reduce((sum, height) => sum + height, 0) / 50;
    expect(truthOf("height")).toEqual([expect.closeTo(mean, 9)]);
    const figure = { estimate: 129, standardError: 1, lower: 127, upper: 131 };
    const estimates = [{ kind: "mean", column: "height", users: 50, mean: figure }];
    expect(reportedShares({ estimates } as unknown as SurveyResult, truthOf)).toEqual([
      { column: "height", kind: "mean", value: "", ...figure, truth: expect.closeTo(mean, 9) },
    ]);
  });

  it("takes a number on the command line, and nothing else", async () => {
    const study = await survey();
    expect(givenAnswers(study, ["height=151.5", "rain=no"])).toEqual({ height: 151.5, rain: "no" });
    expect(() => givenAnswers(study, ["height=tall", "rain=no"])).toThrow(/height=a number, rain=a category/);
  });
});
