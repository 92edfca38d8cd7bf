import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { oneWay } from "../../../test/fixtures/one-way.js";
import {
  type PrivacyLossDistribution,
  poissonGaussianPrivacyLoss,
  shuffledResponsePrivacyLoss,
  shuffleGaussianPrivacyLoss,
} from "../../accounting/pld.js";

interface Case {
  readonly name: string;
  readonly epsilon: number;
  readonly forward: string;
  readonly backward?: string;
  readonly [parameter: string]: unknown;
}

const { cases } = JSON.parse(
  readFileSync(new URL("../../../test/vectors/pld/closed-forms.json", import.meta.url), "utf8"),
) as { cases: Case[] };

const BUILDERS: Record<string, (parameters: never) => PrivacyLossDistribution> = {
  shuffleGaussian: shuffleGaussianPrivacyLoss,
  poissonGaussian: ({ rate, noiseMultiplier }: { rate: number; noiseMultiplier: number }) =>
    poissonGaussianPrivacyLoss({ samplingRate: rate, noiseMultiplier }),
  shuffledResponse: shuffledResponsePrivacyLoss,
};

/** Quadrature with three users has 8 digits. */
const REFERENCE = 1e-8;

describe("one round against quadrature, closed forms and enumeration", () => {
  it.each(cases)("$name %o", { tags: ["slow"] }, ({ name, epsilon, forward, backward, ...parameters }) => {
    const loss = BUILDERS[name]!(parameters as never);
    for (const [reverse, text] of [
      [false, forward],
      [true, backward],
    ] as const) {
      if (text === undefined) continue;
      const exact = Number(text);
      const { lower, upper } = oneWay(loss, reverse).deltaAtEpsilon(epsilon, { relativeWidth: 1e-3 });
      expect(upper).toBeGreaterThanOrEqual(exact * (1 - REFERENCE) - 1e-18);
      // Enumeration knows the other users' records and the pair does not: with other users, it only bounds
      // from above.
      if (name === "shuffledResponse" && parameters.users !== 1) continue;
      expect(lower).toBeLessThanOrEqual(exact * (1 + REFERENCE) + 1e-18);
      expect(upper - lower).toBeLessThan(2e-3 * exact + 1e-12);
    }
  });
});

describe("shuffled response against its own definition", () => {
  it.each([
    [4, 2, 2, 0.4],
    [9, 2, 0.8, 0.1],
    [6, 3, 1.2, 0.3],
    [8, 5, 2, 0.2],
  ])("n = %d, k = %d, eps0 = %d, epsilon = %d", (users, categories, localEpsilon, epsilon) => {
    const exact = blanketDelta({ users, categories, localEpsilon, epsilon });
    const { lower, upper } = shuffledResponsePrivacyLoss({ users, categories, localEpsilon }).deltaAtEpsilon(
      epsilon,
      { relativeWidth: 1e-3 },
    );
    expect(lower).toBeLessThanOrEqual(exact * (1 + 1e-9));
    expect(upper).toBeGreaterThanOrEqual(exact * (1 - 1e-9));
    expect(upper / lower).toBeLessThan(1.001);
  });
});

/**
 * Sums over the number of uniform reports, how many of them are on either category, and the changed report.
 */
function blanketDelta(options: {
  users: number;
  categories: number;
  localEpsilon: number;
  epsilon: number;
}): number {
  const { users, categories, localEpsilon, epsilon } = options;
  const norm = Math.exp(localEpsilon) + categories - 1;
  const binomial = (n: number, k: number, p: number) => {
    let ways = 1;
    for (let i = 0; i < k; i++) ways *= (n - i) / (i + 1);
    return ways * p ** k * (1 - p) ** (n - k);
  };
  let delta = 0;
  for (let blanket = 0; blanket < users; blanket++) {
    const laws: [Map<string, number>, Map<string, number>] = [new Map(), new Map()];
    for (let both = 0; both <= blanket; both++) {
      for (let a = 0; a <= both; a++) {
        const mass = binomial(blanket, both, 2 / categories) * binomial(both, a, 0.5);
        laws.forEach((law, category) => {
          const add = (key: string, p: number) => law.set(key, (law.get(key) ?? 0) + mass * p);
          add(`${a + 1},${both - a}`, (category === 0 ? Math.exp(localEpsilon) : 1) / norm);
          add(`${a},${both - a + 1}`, (category === 1 ? Math.exp(localEpsilon) : 1) / norm);
          add(`${a},${both - a}`, (categories - 2) / norm);
        });
      }
    }
    const [p, q] = laws;
    let part = 0;
    for (const [key, mass] of p) part += Math.max(0, mass - Math.exp(epsilon) * q.get(key)!);
    delta += binomial(users - 1, blanket, categories / norm) * part;
  }
  return delta;
}
