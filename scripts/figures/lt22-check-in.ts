import { methodLines } from "./_internal/method-lines.js";
import type { Figure } from "./figure.js";

const ROUND = {
  kind: "checkInShuffle",
  users: 60_000,
  checkInRate: 0.1,
  of: { kind: "gaussian", noiseMultiplier: 5 },
} as const;
const ROUNDS = [1, 3, 10, 30, 100, 300, 1000, 3000, 5540];

/** The accounting behind LT22 Figure 1b, whose axis is epsilon at up to 5,540 rounds. */
export const lt22CheckIn: Figure = {
  name: "lt22-check-in",
  compute: () => ({
    title: "Shuffled check-in of Gaussian reports (LT22, Figure 1b)",
    subtitle: "60,000 users check in with chance 0.1 and send with noise multiplier 5",
    xTitle: "rounds",
    yTitle: "epsilon at delta = 1e-5, zero-out",
    xScale: "log",
    yScale: "log",
    series: methodLines(
      ROUND,
      ROUNDS,
      { adjacency: "zero-out", delta: 1e-5 },
      {
        unshuffled: "No credit for the shuffle",
        "liew22-baseline": "“Baseline”",
        "liew22-generic": "“Generic bound”",
        "clones-2023-pld": "Clones, composed as privacy loss",
        "transposition-pld": "Hidden transposition, best proven",
        "rdp-published": "Theorem 3, the paper's “Gauss bound”",
        "rdp-exact": "The pair's exact Rényi divergence",
        pld: "The pair's exact privacy loss",
        "cohort-lower": "No less than",
      },
    ),
  }),
};
