import type { ChartPoint } from "../../apps/cli/_internal/chart/line-chart.js";
import { momentsAccountantEpsilon } from "../../src/accounting/theorems/moments-accountant.js";
import { methodLines } from "./_internal/method-lines.js";
import type { Figure } from "./figure.js";

const USERS = 60_000;
const BATCH = 60;
const NOISE_MULTIPLIER = 0.86;
const SHUFFLED = {
  kind: "subsampledShuffle",
  users: USERS,
  sampled: BATCH,
  of: { kind: "gaussian", noiseMultiplier: NOISE_MULTIPLIER },
} as const;
/** The same noise on the sum of a batch, added by a trusted server. */
const CENTRAL = {
  kind: "poissonSample",
  rate: BATCH / USERS,
  of: { kind: "gaussian", noiseMultiplier: Math.sqrt(BATCH) * NOISE_MULTIPLIER },
} as const;
const ROUNDS = [10, 30, 100, 300, 1000, 3000, 10_000, 30_000, 100_000];
const QUERY = { adjacency: "zero-out", delta: 1e-5 } as const;

/** The accounting behind LT23 Figure 1a: what it costs to trust a shuffler instead of a server. */
export const lt23Figure1a: Figure = {
  name: "lt23-figure-1a",
  compute: () => ({
    title: "Central against shuffled, the same total noise (LT23, Figure 1a)",
    subtitle: "60 of 60,000 users a round; noise multiplier 0.86 a report, 6.66 on the sum",
    xTitle: "rounds",
    yTitle: "epsilon at delta = 1e-5, zero-out",
    xScale: "log",
    yScale: "log",
    series: [
      ...methodLines(SHUFFLED, ROUNDS, QUERY, {
        unshuffled: "Shuffled, no credit for the shuffle",
        "rdp-published": "Shuffled, Theorem 2 as printed",
        "rdp-exact": "Shuffled, the pair's exact Rényi divergence",
        pld: "Shuffled, the pair's exact privacy loss",
      }),
      ...methodLines(CENTRAL, ROUNDS, QUERY, {
        "rdp-poisson": "Central, Rényi",
        "pld-poisson": "Central, privacy loss",
      }),
      { name: "Central, moments accountant as in the paper (proven)", stroke: "solid", points: moments() },
    ],
  }),
};

function moments(): ChartPoint[] {
  const { rate, of } = CENTRAL;
  const { noiseMultiplier } = of;
  return ROUNDS.map((steps) => ({
    x: steps,
    y: momentsAccountantEpsilon({ rate, noiseMultiplier, steps, delta: QUERY.delta }).epsilon,
  }));
}
