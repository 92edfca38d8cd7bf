import { describe, expect, it } from "vitest";
import { guarantees } from "../../src/accounting/index.js";
import { gaussianEpsilon } from "../../src/accounting/theorems/index.js";
import { audit, type Game } from "../../src/auditing/index.js";
import { logBinomialMass } from "../../src/numerics/log-binomial-mass.js";
import { fillNormals, type RandomSource, sampleBernoulli, seededSource } from "../../src/random/index.js";
import { shortAndLong } from "../short-and-long.js";

const CONFIDENCE = 0.95;
const RUNS = 200;

/**
 * Of RUNS bounds, the number that is exceeded with a probability below 1e-6 where each is false with
 * probability 1 - CONFIDENCE.
 */
const MAX_EXCEEDED = (() => {
  const law = { probability: 1 - CONFIDENCE, complement: CONFIDENCE };
  let tail = 1;
  let count = -1;
  while (tail > 1e-6) tail -= Math.exp(logBinomialMass(++count, RUNS, law));
  return count;
})();

function response(epsilon: number): (secret: boolean, source: RandomSource) => number {
  const truth = 1 / (1 + Math.exp(-epsilon));
  return (secret, source) => Number(sampleBernoulli(source, secret ? truth : 1 - truth));
}

function gaussian(noiseMultiplier: number): Game {
  const normal = new Float64Array(1);
  return {
    trial: (secret, source) => {
      fillNormals(source, normal, noiseMultiplier);
      return normal[0]! + Number(secret);
    },
  };
}

/** The number of ones among the reports of `users`, of whom one holds the secret and the others hold 0. */
function shuffled(users: number, epsilon: number): Game {
  const report = response(epsilon);
  return {
    trial: (secret, source) => {
      let ones = report(secret, source);
      for (let user = 1; user < users; user++) ones += report(false, source);
      return ones;
    },
  };
}

/** The least epsilon of that number, both directions, by its law. */
function shuffledEpsilon(users: number, localEpsilon: number, delta: number): number {
  const truth = 1 / (1 + Math.exp(-localEpsilon));
  const others = Array.from({ length: users }, (_, k) =>
    Math.exp(logBinomialMass(k, users - 1, { probability: 1 - truth, complement: truth })),
  );
  const law = (one: number): number[] =>
    Array.from({ length: users + 1 }, (_, k) => (others[k] ?? 0) * (1 - one) + (others[k - 1] ?? 0) * one);
  const [p, q] = [law(truth), law(1 - truth)];
  const excess = (a: number[], b: number[], epsilon: number): number =>
    a.reduce((sum, each, k) => sum + Math.max(0, each - Math.exp(epsilon) * b[k]!), 0);
  let [low, high] = [0, localEpsilon];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (Math.max(excess(p, q, middle), excess(q, p, middle)) <= delta) high = middle;
    else low = middle;
  }
  return high;
}

interface System {
  readonly name: string;
  readonly game: Game;
  readonly delta: number;
  readonly exact: number;
}

const SYSTEMS: readonly System[] = [
  { name: "binary randomized response", game: { trial: response(0.7) }, delta: 0, exact: 0.7 },
  {
    name: "Gaussian noise",
    game: gaussian(1.1),
    delta: 0.01,
    exact: gaussianEpsilon({ noiseMultiplier: 1.1, delta: 0.01 }),
  },
  {
    name: "shuffled randomized response",
    game: shuffled(4, 2),
    delta: 0.01,
    exact: shuffledEpsilon(4, 2, 0.01),
  },
];

async function boundOf({ game, delta }: System, trials: number, seed: number): Promise<number> {
  const { guarantee } = await audit(game, {
    ...{ trials, delta, confidence: CONFIDENCE, adjacency: "replace-one", source: seededSource(seed) },
  });
  return guarantee.epsilon.lower;
}

for (const [cases, options] of shortAndLong(SYSTEMS, (_, place) => place > 0)) {
  describe.each(cases)("an audit of $name", options, (system) => {
    it(`exceeds the exact epsilon no more often than its confidence allows: seeds 0..${RUNS - 1}`, async () => {
      let exceeded = 0;
      for (let seed = 0; seed < RUNS; seed++)
        if ((await boundOf(system, 1500, seed)) > system.exact) exceeded++;
      expect(exceeded).toBeLessThanOrEqual(MAX_EXCEEDED);
    });

    it("reaches 80 % of it at 10^5 plays (seed 1)", async () => {
      expect(await boundOf(system, 100_000, 1)).toBeGreaterThan(0.8 * system.exact);
    });
  });
}

it("the exact epsilon of shuffled responses lies between the library's bounds", () => {
  const event = {
    kind: "shuffle",
    users: 4,
    of: { kind: "randomizedResponse", epsilon: 2, categories: 2 },
  } as const;
  const exact = shuffledEpsilon(4, 2, 0.01);
  const { guarantees: figures } = guarantees(event, { adjacency: "replace-one", delta: 0.01 });
  const best = figures.find(({ side, status }) => side === "upper" && status === "proven")!;
  expect(best.epsilon.upper).toBeGreaterThanOrEqual(exact);
  expect(exact).toBeGreaterThan(0.5);
});
