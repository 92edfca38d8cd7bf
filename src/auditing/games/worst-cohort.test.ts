import { describe, expect, it } from "vitest";
import type { MechanismEvent } from "../../privacy/index.js";
import { seededSource } from "../../random/index.js";
import { audit } from "../audit.js";
import { gameOf } from "./game-of.js";
import { worstCohort } from "./worst-cohort.js";

const GAUSSIAN: MechanismEvent = { kind: "gaussian", noiseToClip: 1 };
const SEARCH = { adjacency: "zero-out", delta: 0.05, trials: 5000, source: seededSource(7) } as const;
const shuffle = (of: MechanismEvent, users = 3): MechanismEvent => ({ kind: "shuffle", users, of });

describe("the search for the worst cohort", () => {
  it("finds that the opposite hides a vector worst", { tags: ["slow"] }, async () => {
    const { cohort, estimate } = await worstCohort(shuffle(GAUSSIAN, 2), SEARCH);
    expect(cohort).toEqual([-1]);
    expect(estimate).toBeGreaterThan(1.2);
  });

  it("finds that of few reports of any local randomizer the replacement stands out most (seed 7)", {
    tags: ["slow"],
  }, async () => {
    const event = shuffle({ kind: "local", epsilon: 1.5 }, 4);
    const { cohort } = await worstCohort(event, SEARCH);
    expect(cohort).toEqual([1]);
    const bounds = [];
    for (const records of [cohort, [2]]) {
      const { guarantee } = await audit(gameOf(event, { adjacency: "zero-out", cohort: records }), {
        ...{ ...SEARCH, trials: 20_000, source: seededSource(8) },
      });
      bounds.push(guarantee.epsilon.lower);
    }
    expect(bounds[0]).toBeGreaterThan(bounds[1]! + 0.1);
  });

  it("takes every shuffle, and the records that all its reports know", async () => {
    const response: MechanismEvent = { kind: "randomizedResponse", epsilon: 1, categories: 2 };
    const number: MechanismEvent = { kind: "laplaceScalar", noiseToWidth: 1 };
    const sets: MechanismEvent = { kind: "subsetResponse", epsilon: 1, mass: 0.4 };
    const matrix = [
      [0.9, 0.1],
      [0.2, 0.8],
    ];
    for (const of of [response, number, sets, { kind: "discreteChannel", matrix } as const, GAUSSIAN]) {
      const event: MechanismEvent = { kind: "checkInShuffle", users: 3, checkInRate: 0.9, of };
      const both: MechanismEvent = {
        kind: "sequence",
        of: [{ kind: "repeat", times: 2, of: event }, shuffle(response)],
      };
      const { cohort } = await worstCohort(both, { ...SEARCH, trials: 300 });
      for (const record of cohort) expect([0, 1]).toContain(record);
    }
  });

  it("is the same with the same seed", { tags: ["slow"] }, async () => {
    const event = shuffle({ kind: "gaussianScalar", noiseToWidth: 0.8 }, 5);
    const search = { ...SEARCH, adjacency: "replace-one", trials: 500 } as const;
    expect(await worstCohort(event, search)).toEqual(await worstCohort(event, search));
    const { source: _, ...unseeded } = search;
    expect((await worstCohort(event, unseeded)).estimate).toBeGreaterThanOrEqual(0);
  });

  it.each<[string, MechanismEvent, object, string]>([
    ["an event that shuffles nothing", GAUSSIAN, {}, "worstCohort: event"],
    ["no plays", shuffle(GAUSSIAN), { trials: 0 }, "worstCohort: trials"],
    ["delta 1", shuffle(GAUSSIAN), { delta: 1 }, "worstCohort: delta"],
    ["a seed for a source", shuffle(GAUSSIAN), { source: 7 }, "worstCohort: source"],
  ])("refuses %s", async (_, event, search, parameter) => {
    await expect(worstCohort(event, { ...SEARCH, ...search })).rejects.toMatchObject({
      details: { parameter },
    });
  });

  it("ends when its signal comes", async () => {
    const stop = new AbortController();
    const search = worstCohort(shuffle(GAUSSIAN, 50), { ...SEARCH, trials: 2 ** 24, signal: stop.signal });
    setTimeout(() => stop.abort(), 100);
    await expect(search).rejects.toMatchObject({ code: "CANCELLED" });
  });
});
