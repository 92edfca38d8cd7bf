/** Responses among dummies: against enumeration, and every cohort of few users. */
import { describe, expect, it } from "vitest";
import { histogramLaw, hockeyStick, type Law } from "../../../../test/properties/shuffled-law.js";
import { responseDelta } from "./response-delta.js";

/** (1 / T) E[(gap (i - t j) - T beta (t - 1))_+] by all counts. */
function enumerated(
  responses: { epsilon: number; categories: number; others: number; dummies: number },
  excess: number,
): number {
  const { epsilon, categories: k, others, dummies } = responses;
  const weight = Math.exp(epsilon);
  const uniform = weight === Infinity ? 0 : 1 / (1 + (weight - 1) / k);
  const gap = weight === Infinity ? k : uniform * (weight - 1);
  const choose = (n: number, i: number): number =>
    Array.from({ length: i }, (_, j) => (n - j) / (j + 1)).reduce((product, each) => product * each, 1);
  let delta = 0;
  for (let hiding = 0; hiding <= others; hiding++) {
    const mass = choose(others, hiding) * uniform ** hiding * (1 - uniform) ** (others - hiding);
    const reports = 1 + dummies + hiding;
    for (let i = 0; i <= reports; i++) {
      for (let j = 0; i + j <= reports; j++) {
        const rest = reports - i - j;
        const ways = choose(reports, i) * choose(reports - i, j);
        const probability = ways * (1 / k) ** (i + j) * (1 - 2 / k) ** rest;
        const value = gap * (i - (1 + excess) * j) - reports * uniform * excess;
        delta += (mass * probability * Math.max(0, value)) / reports;
      }
    }
  }
  return delta;
}

describe("responses among dummies", () => {
  it.each([2, 3, 7])("%i categories: as enumerated", (categories) => {
    for (const epsilon of [0.5, 3, Infinity]) {
      for (const [others, dummies] of [
        [0, 4],
        [5, 0],
        [6, 9],
      ] as const) {
        for (const excess of [0, 0.2, 1.5]) {
          const exact = enumerated({ epsilon, categories, others, dummies }, excess);
          const responses = { localEpsilon: epsilon, setMass: 1 / categories, others, dummies };
          const { lower, upper } = responseDelta(responses, excess);
          expect(lower).toBeLessThanOrEqual(exact * (1 + 1e-12));
          expect(upper).toBeGreaterThanOrEqual(exact * (1 - 1e-12));
          expect(upper - lower).toBeLessThan(1e-9 * upper + 1e-15);
        }
      }
    }
  });

  it("truthful responses: exact against an analyzer who knows all others", () => {
    const k = 3;
    const truth = (category: number): Law => Array.from({ length: k }, (_, y) => (y === category ? 1 : 0));
    const dummies = Array<Law>(4).fill(Array<number>(k).fill(1 / k));
    const [p, q] = [0, 1].map((own) => histogramLaw([truth(own), truth(2), ...dummies]));
    const { upper } = responseDelta({ localEpsilon: Infinity, setMass: 1 / k, others: 0, dummies: 4 }, 0.5);
    expect(upper).toBeCloseTo(hockeyStick(p!, q!, Math.log(1.5)), 9);
  });

  it("many: bands of numbers of uniform reports cost little", { tags: ["slow"] }, () => {
    const many = { localEpsilon: 2, setMass: 0.25, others: 1e5, dummies: 1e4 };
    for (const excess of [0.006, 0.02]) {
      const { lower, upper } = responseDelta(many, excess);
      expect(lower).toBeGreaterThan(0);
      expect(upper / lower).toBeLessThan(1.02);
      const more = responseDelta({ ...many, dummies: 2e4 }, excess);
      expect(more.upper).toBeLessThan(lower);
    }
  });
});
