import { momentsAccountantEpsilon } from "../../src/accounting/theorems/moments-accountant.js";
import type { ChartPoint } from "../../src/charts/line-chart.js";
import { methodLines } from "./_internal/method-lines.js";
import type { Figure } from "./figure.js";

const USERS = 60_000;
const BATCH = 60;
/** Noise of a report in clip bounds. */
const NOISE_TO_CLIP = 0.86;
/** Neighbours' reports lie up to two clip bounds apart: so much noise is (12, 1e-5) for a report, as LT23 print. */
const NOISE_MULTIPLIER = NOISE_TO_CLIP / 2;
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
const QUERY = { adjacency: "replace-one", delta: 1e-5 } as const;

/** The accounting behind LT23 Figure 1a: what it costs to trust a shuffler instead of a server. */
export const lt23Figure1a: Figure = {
  name: "lt23-figure-1a",
  compute: () => ({
    title: "Central against shuffled, the same total noise (LT23, Figure 1a)",
    subtitle: "60 of 60,000 users a round; noise of 0.86 clip bounds a report, 6.66 on the sum",
    xTitle: "rounds",
    yTitle: "epsilon at delta = 1e-5, replace-one",
    xScale: "log",
    yScale: "log",
    series: [
      ...methodLines(SHUFFLED, ROUNDS, QUERY, {
        unshuffled: "Shuffled, no credit for the shuffle",
        "clones-2023-pld": "Shuffled, for all data sets",
        "rdp-published": "Shuffled, Theorem 2 as printed",
        "rdp-exact": "Shuffled, the pair's exact Rényi divergence",
        pld: "Shuffled, the pair's exact privacy loss",
      }),
      ...methodLines(CENTRAL, ROUNDS, QUERY, { "rdp-poisson": "Central, Rényi" }),
      {
        name: "Central under add-or-remove, moments accountant as in the paper (proven)",
        stroke: "solid",
        points: moments(),
      },
    ],
  }),
};

/** Under add-or-remove, where neighbours' sums lie one clip bound apart. */
function moments(): ChartPoint[] {
  const samplingRate = CENTRAL.rate;
  const noiseMultiplier = Math.sqrt(BATCH) * NOISE_TO_CLIP;
  return ROUNDS.map((steps) => ({
    x: steps,
    y: momentsAccountantEpsilon({ samplingRate, noiseMultiplier, steps, delta: QUERY.delta }).epsilon,
  }));
}
