import { describe, expect, it } from "vitest";
import type { Adjacency, MechanismEvent } from "../../privacy/index.js";
import { guarantees } from "../guarantees.js";
import {
  composePld,
  discretePrivacyLoss,
  poissonGaussianPrivacyLoss,
  shuffleGaussianPrivacyLoss,
} from "../pld.js";
import { clones2023Pld } from "./clones-2023-pld.js";
import { pld } from "./pld.js";
import { pldPoisson } from "./pld-poisson.js";

const gaussian = (noiseMultiplier: number): MechanismEvent => ({ kind: "gaussian", noiseMultiplier });
const shuffle = (users: number, of: MechanismEvent): MechanismEvent => ({ kind: "shuffle", users, of });
const repeat = (times: number, of: MechanismEvent): MechanismEvent => ({ kind: "repeat", times, of });
const sequence = (...of: MechanismEvent[]): MechanismEvent => ({ kind: "sequence", of });
const poisson: MechanismEvent = { kind: "poissonSample", rate: 0.02, of: gaussian(1.5) };
const delta = 1e-5;

describe("sequences of different mechanisms", () => {
  const mixed = sequence(repeat(100, poisson), repeat(7, shuffle(100, gaussian(2))));

  it("is one composed loss, with the worst status and every assumption", () => {
    const { epsilon, status, assumptions } = pld.epsilonAtDelta(mixed, {
      adjacency: "zero-out",
      delta,
    });
    const loss = composePld([
      poissonGaussianPrivacyLoss({ samplingRate: 0.02, noiseMultiplier: 1.5 }).compose(100),
      shuffleGaussianPrivacyLoss({ users: 100, noiseMultiplier: 2 }).compose(7),
    ]);
    expect(epsilon).toEqual(loss.epsilonAtDelta(delta));
    expect(status).toBe("conditional");
    expect(assumptions).toEqual(expect.arrayContaining(["homogeneous-cohort", "honest-aggregator"]));
  });

  it("costs at least each part and less than their sum", { tags: ["slow"] }, () => {
    const at = (event: MechanismEvent) =>
      guarantees(event, { adjacency: "zero-out", delta }).guarantees.filter(({ method }) =>
        method.startsWith("pld"),
      )[0]!.epsilon;
    const [whole, left, right] = [
      at(mixed),
      at(repeat(100, poisson)),
      at(repeat(7, shuffle(100, gaussian(2)))),
    ];
    expect(whole.upper).toBeGreaterThan(Math.max(left.lower, right.lower));
    expect(whole.lower).toBeLessThan(left.upper + right.upper);
  });

  it.each(["add-or-remove", "replace-one"] as const)(
    "of 120 Poisson samples, %s: alike ones are charged as one",
    (adjacency) => {
      const of = (noiseMultiplier: number): MechanismEvent => ({ ...poisson, of: gaussian(noiseMultiplier) });
      const ask = (event: MechanismEvent) => pldPoisson.epsilonAtDelta(event, { adjacency, delta });
      const noises = Array.from({ length: 120 }, (_, i) => 1.5 + i / 600);
      const { epsilon, remark } = ask(sequence(...noises.map(of)));
      expect(remark).toMatch(/^120 different rounds are charged as \d+: as the one with the least noise/);
      expect(epsilon.upper).toBeLessThan(ask(repeat(120, of(1.5))).epsilon.upper);
      expect(epsilon.upper).toBeGreaterThan(ask(repeat(120, of(1.7))).epsilon.upper);
    },
  );

  it("is proven with clones for the shuffled part", () => {
    const event = sequence(gaussian(4), repeat(3, shuffle(5000, { kind: "local", epsilon: 1 })), {
      kind: "local",
      epsilon: 0.5,
      delta: 1e-7,
    });
    const ask = (accountant: typeof clones2023Pld, adjacency: Adjacency) =>
      accountant.epsilonAtDelta(event, { adjacency, delta });
    const { status, epsilon } = ask(clones2023Pld, "replace-one");
    expect(status).toBe("proven");
    expect(epsilon.upper).toBeLessThan(ask(pld, "replace-one").epsilon.upper * 1.001);
    expect(() => ask(clones2023Pld, "add-or-remove")).toThrow("the number of reports is public");
  });

  it("local reports by themselves keep to their own methods, and their pair is the optimal one", () => {
    const report: MechanismEvent = { kind: "local", epsilon: 1, delta: 0.001 };
    expect(() => pld.epsilonAtDelta(report, { adjacency: "replace-one", delta })).toThrow(
      "Gaussian, a scalar with Gaussian noise or a scalar with Laplace noise, not (epsilon, delta)-local",
    );
    const [truth, lie] = [0.999 / (1 + Math.exp(-1)), 0.999 / (1 + Math.E)];
    const pair = discretePrivacyLoss({ massP: [0.001, truth, lie, 0], massQ: [0, lie, truth, 0.001] });
    expect(pair.deltaAtEpsilon(1).upper).toBeCloseTo(0.001, 9);
  });

  it("answers where one part's losses are far below the other's", { tags: ["slow"] }, () => {
    const response: MechanismEvent = { kind: "randomizedResponse", epsilon: 1e-9, categories: 3 };
    const event = sequence(repeat(49, shuffle(7000, response)), repeat(22, gaussian(2.1)));
    const query = { adjacency: "replace-one", delta } as const;
    const { epsilon } = pld.epsilonAtDelta(event, query);
    const alone = pld.epsilonAtDelta(repeat(22, gaussian(2.1)), query).epsilon;
    expect(epsilon.upper).toBeGreaterThanOrEqual(alone.lower);
    expect(epsilon.upper).toBeLessThan(1.002 * alone.upper);
  });

  it("spends no less than its rounds by themselves where those that are alike count as one", {
    tags: ["slow", "long"],
  }, () => {
    const [count, query] = [100, { adjacency: "zero-out", delta } as const];
    const rounds = Array.from({ length: count }, (_, i) => [1000 + 37 * i, 2 + i / 400] as const);
    const { epsilon, remark } = pld.epsilonAtDelta(
      sequence(...rounds.map(([users, noise]) => shuffle(users, gaussian(noise)))),
      query,
    );
    const exact = composePld(
      rounds.map(([users, noiseMultiplier]) =>
        shuffleGaussianPrivacyLoss({ users, noiseMultiplier }).compose(1),
      ),
    ).epsilonAtDelta(delta);
    expect(remark).toMatch(/100 different/);
    expect(epsilon.upper).toBeGreaterThanOrEqual(exact.lower);
    expect(epsilon.lower).toBeLessThan(1.05 * exact.upper);
  });
});
