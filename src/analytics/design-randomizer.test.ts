import { describe, expect, it } from "vitest";
import { budgetGuarantee, guarantees } from "../accounting/index.js";
import {
  hadamardResponse,
  karyRandomizedResponse,
  l1Randomizer,
  localHashing,
  privUnitRandomizer,
  subsetSelection,
  unaryEncoding,
} from "../mechanisms/index.js";
import { memoize } from "../numerics/memoize.js";
import type { MechanismEvent } from "../privacy/index.js";
import { type DesignedRandomizer, type DesignOptions, designRandomizer } from "./index.js";

const FREQUENCIES: DesignOptions = {
  task: { kind: "frequencies", categories: 12 },
  users: 400,
  adjacency: "replace-one",
  delta: 1e-5,
  targetEpsilon: 1,
};
const MEAN: DesignOptions = { ...FREQUENCIES, task: { kind: "mean", lower: -3, upper: 7 } };
const VECTOR: DesignOptions = {
  ...FREQUENCIES,
  task: { kind: "vector", dimension: 40, norm: "l2", bound: 2 },
  users: 4000,
  sampled: 1000,
  rounds: 5,
};

/** The event of all rounds with these reports. */
function eventOf({ users, sampled = users, rounds = 1 }: DesignOptions, of: MechanismEvent): MechanismEvent {
  const round: MechanismEvent =
    sampled === users ? { kind: "shuffle", users, of } : { kind: "subsampledShuffle", users, sampled, of };
  return rounds === 1 ? round : { kind: "repeat", times: rounds, of: round };
}

const designOf = memoize(designRandomizer, { key: (options) => JSON.stringify(options) });

const bestProven = (event: MechanismEvent, { adjacency, delta }: DesignOptions): number =>
  budgetGuarantee(guarantees(event, { adjacency, delta })).epsilon.upper;

/** The same with 0.6 % less noise in the Gaussian reports of each round. */
function withLessNoise(event: MechanismEvent): MechanismEvent {
  if (event.kind === "repeat" || event.kind === "subsampledShuffle" || event.kind === "shuffle")
    return { ...event, of: withLessNoise(event.of) };
  if (event.kind !== "gaussian" || event.noiseToClip === undefined)
    throw new Error(`no Gaussian reports: ${event.kind}`);
  return { ...event, noiseToClip: 0.994 * event.noiseToClip };
}

const byName = (designs: readonly DesignedRandomizer[]) =>
  Object.fromEntries(designs.map((each) => [each.randomizer, each]));

describe.each([
  ["frequencies", FREQUENCIES],
  ["mean", MEAN],
  ["vector", VECTOR],
  ["vector under zero-out", { ...VECTOR, adjacency: "zero-out" as const }],
])("designRandomizer for %s", (_task, options) => {
  const report = designOf(options);
  const { designs, best, trustedServer } = report;

  it("meets the target by proven figures that the event alone confirms, and nearly reaches it", {
    tags: ["slow"],
  }, () => {
    for (const { event, guarantee } of [...designs, trustedServer!]) {
      expect(guarantee.status).toBe("proven");
      expect(guarantee.side).toBe("upper");
      expect(guarantee.epsilon.upper).toBe(bestProven(event, options));
      expect(guarantee.epsilon.upper).toBeLessThanOrEqual(1);
      const jumps = guarantee.epsilon.upper < 0.98; // where a little less noise spends too much at once
      if (jumps) expect(bestProven(withLessNoise(event), options)).toBeGreaterThan(1);
    }
  });

  it("charges by the best proven figure of the event, whichever the calibration went by", () => {
    const setting = { adjacency: "replace-one", delta: 0.3 } as const;
    const task = { kind: "frequencies", categories: 4 } as const;
    const among = ["randomizedResponse"] as const;
    const { best } = designRandomizer({ task, users: 100, ...setting, targetEpsilon: 1, among });
    expect(best.guarantee).toEqual(budgetGuarantee(guarantees(best.event, setting)));
  });

  it("puts the least error first and the trusted server apart", () => {
    const errors = designs.map(({ standardError }) => standardError);
    expect(errors).toEqual([...errors].sort((one, other) => one - other));
    expect(best).toBe(designs[0]);
    expect(designs.map(({ randomizer }) => randomizer)).not.toContain("trustedServer");
    expect(trustedServer!.standardError).toBeLessThan(best.standardError);
  });

  it("designs for an error what costs no more than the same error did", { tags: ["slow"] }, () => {
    const { targetEpsilon: _, ...setting } = options;
    const again = designRandomizer({ ...setting, targetError: best.standardError });
    expect(again.best.standardError).toBeLessThanOrEqual(best.standardError);
    expect(again.best.guarantee.epsilon.upper).toBeLessThanOrEqual(1.005);
    const costs = again.designs.map(({ guarantee }) => guarantee.epsilon.upper);
    expect(costs).toEqual([...costs].sort((one, other) => one - other));
    for (const { event, guarantee } of again.designs) {
      expect(guarantee.epsilon.upper).toBe(bestProven(event, options));
    }
  });
});

describe("errors are those of the mechanisms", () => {
  const shareError = (
    randomizer: { countVariance(users: number, holders: number): number },
    { users, task }: DesignOptions,
  ): number => {
    const { categories } = task as { readonly categories: number };
    const of = (holders: number) => randomizer.countVariance(users, holders);
    // All users hold one category: the mean over the categories is the same for any other values.
    return Math.sqrt((of(users) + (categories - 1) * of(0)) / categories) / users;
  };

  it("of frequencies, whatever the users hold", () => {
    const categories = 12;
    const { randomizedResponse: response, ...designs } = byName(designOf(FREQUENCIES).designs);
    const { localEpsilon } = response!.parameters as { readonly localEpsilon: number };
    const own = karyRandomizedResponse({ localEpsilon, categories });
    expect(response!.standardError / shareError(own, FREQUENCIES)).toBeCloseTo(1, 10);
    expect(response!.event).toEqual(eventOf(FREQUENCIES, own.describe()));
    const even = 8 * own.countVariance(400, 33) + 4 * own.countVariance(400, 34);
    expect(response!.standardError).toBeCloseTo(Math.sqrt(even / categories) / 400, 12);
    for (const [name, create] of Object.entries({
      subsetSelection,
      localHashing,
      hadamardResponse,
      unaryEncoding,
    })) {
      const { parameters, standardError, event } = designs[name]!;
      const made = create({ ...(parameters as { localEpsilon: number }), categories });
      expect(standardError / shareError(made, FREQUENCIES)).toBeCloseTo(1, 10);
      expect(event).toEqual(eventOf(FREQUENCIES, made.describe()));
    }
  });

  it("of one-hot vectors with Gaussian noise, which are charged as vectors, and of two categories as numbers", {
    tags: ["slow"],
  }, () => {
    const { gaussian } = byName(designOf(FREQUENCIES).designs);
    const { noiseToClip, stdDev } = gaussian!.parameters as { noiseToClip: number; stdDev: number };
    expect(gaussian!.event).toEqual(eventOf(FREQUENCIES, { kind: "gaussian", noiseToClip }));
    expect(stdDev).toBeCloseTo(noiseToClip * Math.sqrt(11 / 12), 12);
    expect(gaussian!.standardError).toBeCloseTo(stdDev / 20, 12);
    const two = designOf({
      ...FREQUENCIES,
      task: { kind: "frequencies", categories: 2 },
      among: ["gaussian"],
    });
    expect(byName(two.designs).gaussian!.event).toMatchObject({ of: { kind: "gaussianScalar" } });
  });

  it("of vectors, at the value 0, and of Gaussian noise", () => {
    const { privUnitRandomizer: cap, l1Randomizer: l1, gaussian } = byName(designOf(VECTOR).designs);
    const made = privUnitRandomizer({
      ...(cap!.parameters as { localEpsilon: number; bound: number }),
      dimension: 40,
    });
    expect(cap!.standardError / Math.sqrt(made.worstVariance / 1000)).toBeCloseTo(1, 9);
    expect(cap!.event).toEqual(eventOf(VECTOR, made.describe()));
    const rows = l1Randomizer({
      ...(l1!.parameters as { localEpsilon: number; bound: number }),
      dimension: 40,
    });
    expect(l1!.parameters.bound).toBeCloseTo(2 * Math.sqrt(40), 12);
    expect(l1!.standardError / Math.sqrt(rows.worstVariance / 1000)).toBeCloseTo(1, 12);
    const { noiseToClip, stdDev } = gaussian!.parameters as { noiseToClip: number; stdDev: number };
    expect(stdDev).toBe(2 * noiseToClip);
    expect(gaussian!.standardError).toBeCloseTo(stdDev * Math.sqrt(40 / 1000), 12);
    expect(gaussian!.event).toEqual(eventOf(VECTOR, { kind: "gaussian", noiseToClip }));
  });

  it("of means: two levels err as binary response does, Laplace noise by its variance", () => {
    const { designs } = designOf(MEAN);
    const binary = designs.find(({ parameters }) => parameters.levels === 2)!;
    const { localEpsilon } = binary.parameters as { readonly localEpsilon: number };
    expect(binary.standardError).toBeCloseTo(5 / Math.tanh(localEpsilon / 2) / Math.sqrt(400), 12);
    const { parameters, standardError, event } = byName(designs).laplace!;
    const { laplaceScale, localEpsilon: epsilon } = parameters as Record<string, number>;
    expect(laplaceScale).toBeCloseTo(10 / epsilon!, 12);
    expect(standardError).toBeCloseTo(laplaceScale! * Math.sqrt(2 / 400), 12);
    expect(event).toEqual(eventOf(MEAN, { kind: "laplaceScalar", noiseToWidth: 1 / epsilon! }));
  });

  it("of the trusted server: noise on the sum, calibrated to what one record moves", () => {
    const { trustedServer } = designOf(FREQUENCIES);
    const { stdDev } = trustedServer!.parameters as { stdDev: number };
    expect(trustedServer!.standardError).toBeCloseTo(stdDev / 400, 12);
    const { event } = trustedServer! as { event: { noiseMultiplier: number } };
    expect(event.noiseMultiplier).toBeCloseTo(stdDev / Math.SQRT2, 12);
    const mean = designOf(MEAN).trustedServer! as {
      event: { noiseMultiplier?: number };
      parameters: { stdDev?: number };
    };
    expect(mean.event.noiseMultiplier).toBeCloseTo(mean.parameters.stdDev! / 10, 12);
    const sampled = designOf(VECTOR).trustedServer!;
    expect(sampled.event).toMatchObject({
      kind: "repeat",
      times: 5,
      of: { kind: "poissonSample", rate: 0.25 },
    });
  });
});

describe("balls", () => {
  it.each([
    ["linf", 0.5, { l1: 4.5, l2: 1.5, linf: 0.5 }],
    ["l2", 0.5, { l1: 1.5, l2: 0.5, linf: 0.5 }],
    ["l1", 0.5, { l1: 0.5, l2: 0.5, linf: 0.5 }],
  ] as const)("of the randomizers hold the %s ball of the task", { tags: ["slow"] }, (norm, bound, radii) => {
    const { targetEpsilon: _, ...setting } = VECTOR;
    const task = { kind: "vector", dimension: 9, norm, bound } as const;
    const { designs, trustedServer } = designRandomizer({ ...setting, task, targetError: 1 });
    const found = byName([...designs, trustedServer!]);
    expect(found.privUnitRandomizer!.parameters.bound).toBeCloseTo(radii.l2, 12);
    expect(found.l1Randomizer!.parameters.bound).toBeCloseTo(radii.l1, 12);
    expect(found.linfRandomizer!.parameters.bound).toBeCloseTo(radii.linf, 12);
    for (const name of ["gaussian", "trustedServer"]) {
      const { noiseToClip, stdDev } = found[name]!.parameters as { noiseToClip: number; stdDev: number };
      expect(stdDev / noiseToClip).toBeCloseTo(radii.l2, 12);
    }
  });

  it("of one-hot vectors is the least around all of them, and has them within twice its radius", {
    tags: ["slow"],
  }, () => {
    const { targetEpsilon: _, ...setting } = FREQUENCIES;
    const { designs } = designRandomizer({ ...setting, targetError: 0.1, among: ["gaussian"] });
    const { noiseToClip, stdDev } = byName(designs).gaussian!.parameters as Record<string, number>;
    const oneHot = (category: number) => Array.from({ length: 12 }, (_, entry) => Number(entry === category));
    const centre = Array(12).fill(1 / 12) as number[];
    const distance = (one: number[], other: number[]) =>
      Math.hypot(...one.map((entry, index) => entry - other[index]!));
    expect(stdDev! / noiseToClip!).toBeCloseTo(distance(oneHot(0), centre), 12);
    expect(distance(oneHot(0), oneHot(5))).toBeLessThan((2 * stdDev!) / noiseToClip!);
  });
});

it.each([31, 1000])(
  "a target epsilon of %d has the largest local epsilon, 30, as its answer",
  (targetEpsilon) => {
    for (const task of [{ kind: "frequencies", categories: 2 }, MEAN.task] as const) {
      const { best } = designRandomizer({
        ...{ task, users: 3, adjacency: "replace-one", delta: 1e-12, targetEpsilon },
        among: ["randomizedResponse"],
      });
      expect(best.parameters.localEpsilon).toBe(30);
    }
  },
);

describe("designRandomizer refuses", () => {
  const refused = (changes: Record<string, unknown>) => () =>
    designRandomizer({ ...FREQUENCIES, ...changes } as DesignOptions);

  it.each<[string, string, Record<string, unknown>]>([
    ["BAD_INPUT", "exactly one of targetEpsilon and targetError", { targetError: 1 }],
    ["BAD_INPUT", "exactly one of targetEpsilon and targetError", { targetEpsilon: undefined }],
    ["OUT_OF_RANGE", "designRandomizer: targetEpsilon", { targetEpsilon: 0 }],
    ["OUT_OF_RANGE", "designRandomizer: targetError", { targetEpsilon: undefined, targetError: -1 }],
    ["OUT_OF_RANGE", "designRandomizer: users", { users: 0.5 }],
    ["OUT_OF_RANGE", "designRandomizer: sampled", { sampled: 401 }],
    ["OUT_OF_RANGE", "designRandomizer: rounds", { rounds: 0 }],
    ["OUT_OF_RANGE", "designRandomizer: delta", { delta: 1 }],
    ["BAD_INPUT", "designRandomizer: adjacency", { adjacency: "none" }],
    [
      "NOT_APPLICABLE",
      "designRandomizer: adjacency must be replace-one or zero-out",
      { adjacency: "add-or-remove" },
    ],
    ["BAD_INPUT", "designRandomizer: task", { task: undefined }],
    ["BAD_INPUT", "designRandomizer: task.kind", { task: { kind: "median" } }],
    ["OUT_OF_RANGE", "designRandomizer: task.categories", { task: { kind: "frequencies", categories: 1 } }],
    ["OUT_OF_RANGE", "designRandomizer: task.upper", { task: { kind: "mean", lower: 1, upper: 1 } }],
    ["OUT_OF_RANGE", "designRandomizer: task.dimension", { task: { kind: "vector", dimension: 0 } }],
    ["BAD_INPUT", "designRandomizer: task.norm", { task: { kind: "vector", dimension: 2, norm: "l3" } }],
    [
      "OUT_OF_RANGE",
      "designRandomizer: task.bound",
      { task: { kind: "vector", dimension: 2, norm: "l1", bound: 0 } },
    ],
    ["BAD_INPUT", "designRandomizer: onProgress", { onProgress: 3 }],
  ])("%s: %s", (code, words, changes) => {
    expect(refused(changes)).toThrow(expect.objectContaining({ code }));
    expect(refused(changes)).toThrow(words);
  });

  it("an error that nothing reaches, with the reasons", () => {
    const { targetEpsilon: _, ...setting } = VECTOR;
    const design = () =>
      designRandomizer({
        ...setting,
        task: { kind: "mean", lower: 0, upper: 1 },
        users: 2,
        sampled: 2,
        delta: 1e-9,
        targetError: 1e-300,
      });
    expect(design).toThrow(expect.objectContaining({ code: "NOT_APPLICABLE" }));
    expect(design).toThrow(/no randomizer reaches the target.*laplace: the error is at least/);
  });

  it("and says which randomizers do not reach an error that others do", { tags: ["slow"] }, () => {
    const { targetEpsilon: _, ...setting } = VECTOR;
    const { designs, notApplicable } = designRandomizer({ ...setting, targetError: 0.5 });
    expect(designs.map(({ randomizer }) => randomizer)).toContain("privUnitRandomizer");
    expect(notApplicable.map(({ randomizer }) => randomizer)).toEqual(["l1Randomizer", "linfRandomizer"]);
  });
});

it("designs among the randomizers that are named, and ignores those that the task does not have", {
  tags: ["slow"],
}, () => {
  const { targetEpsilon: _, ...setting } = FREQUENCIES;
  const report = designRandomizer({
    ...setting,
    targetError: 0.1,
    among: ["localHashing", "hadamardResponse", "laplace"],
  });
  const names = report.designs.map(({ randomizer }) => randomizer);
  expect(names.toSorted()).toEqual(["hadamardResponse", "localHashing"]);
  expect(report.trustedServer).toBeUndefined();
  expect(() => designRandomizer({ ...FREQUENCIES, among: ["laplace"] })).toThrow(
    expect.objectContaining({ code: "NOT_APPLICABLE" }),
  );
  expect(() => designRandomizer({ ...FREQUENCIES, among: ["coin" as "laplace"] })).toThrow(
    expect.objectContaining({ code: "BAD_INPUT" }),
  );
});

it("reports progress before each randomizer", { tags: ["slow"] }, () => {
  const seen: string[] = [];
  const { targetEpsilon: _, ...setting } = MEAN;
  designRandomizer({
    ...setting,
    targetError: 1,
    onProgress: ({ randomizer, done, total }) => seen.push(`${randomizer} ${done}/${total}`),
  });
  expect(seen).toEqual([
    "randomizedResponse 0/5",
    "randomizedResponse 1/5",
    "laplace 2/5",
    "gaussian 3/5",
    "trustedServer 4/5",
  ]);
});
