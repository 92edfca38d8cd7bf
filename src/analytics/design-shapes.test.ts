import { describe, expect, it } from "vitest";
import { shortAndLong } from "../../test/short-and-long.js";
import { budgetGuarantee, guarantees } from "../accounting/index.js";
import { localHashing, subsetSelection } from "../mechanisms/index.js";
import type { MechanismEvent } from "../privacy/index.js";
import { designRandomizer } from "./index.js";

const SETTING = {
  task: { kind: "frequencies", categories: 12 },
  users: 400,
  adjacency: "replace-one",
  delta: 1e-5,
} as const;

describe("the shape", () => {
  for (const [cases, options] of shortAndLong(
    [
      ["subsetSelection", "subsetSize", [2, 3, 4, 5, 6]],
      ["localHashing", "hashRange", [2, 3, 5, 7, 11, 13, 17]],
    ] as const,
    (_, place) => place > 0,
    { tags: ["slow"] },
  )) {
    it.each(cases)(
      "of %s is no worse than any other, each charged by its own proven figure",
      options,
      (name, field, shapes) => {
        const { adjacency, delta } = SETTING;
        const { categories } = SETTING.task;
        const create = { subsetSelection, localHashing }[name];
        const targetError = 0.05;
        const found = designRandomizer({ ...SETTING, targetError, among: [name] }).best;
        const costs = shapes.map((shape) => {
          const at = (localEpsilon: number) => create({ localEpsilon, categories, [field]: shape });
          const errorAt = (localEpsilon: number) => {
            const variances =
              at(localEpsilon).countVariance(400, 400) + 11 * at(localEpsilon).countVariance(400, 0);
            return Math.sqrt(variances / categories) / 400;
          };
          let [low, high] = [0.01, 20];
          if (errorAt(high) > targetError) return Infinity;
          while (high - low > 1e-7) {
            const middle = (low + high) / 2;
            if (errorAt(middle) > targetError) low = middle;
            else high = middle;
          }
          const event: MechanismEvent = { kind: "shuffle", users: 400, of: at(high).describe() };
          return budgetGuarantee(guarantees(event, { adjacency, delta })).epsilon.upper;
        });
        expect(found.guarantee.epsilon.upper).toBeLessThanOrEqual(1.01 * Math.min(...costs));
      },
    );
  }

  it("of caps is theory's: the least μ² at a given signal", { tags: ["slow", "long"] }, () => {
    // At s = 0.6, 0.5: 3.20/n with A = 0.18 at ε₀ = 1.59, 1.98/n with A = 0.196 at ε₀ = 1.34, for vectors of
    // many entries.
    const dimension = 100_000;
    const users = 100_000;
    for (const [signal, mass, localEpsilon] of [
      [0.6, 0.179, 1.588],
      [0.5, 0.195, 1.336],
    ] as const) {
      const { best } = designRandomizer({
        task: { kind: "vector", dimension, norm: "l2", bound: 1 },
        users,
        adjacency: "replace-one",
        delta: 1e-6,
        // A report's length is √d / s.
        targetError: Math.sqrt(dimension / users) / signal,
      });
      expect(best.randomizer).toBe("privUnitRandomizer");
      // The optimum is flat, and masses are 13 % apart.
      expect(Math.abs(best.parameters.capMass! / mass - 1)).toBeLessThan(0.15);
      expect(Math.abs(best.parameters.localEpsilon! / localEpsilon - 1)).toBeLessThan(0.03);
    }
  });
});
