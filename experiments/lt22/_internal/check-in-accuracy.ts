import { PRESETS } from "../../../src/training/config/presets.js";
import { accuracyFigure, accuracyTable } from "../../_internal/accuracy-result.js";
import { accuracyRuns } from "../../_internal/accuracy-runs.js";
import { loadDigits } from "../../_internal/digits.js";
import { methodFigures } from "../../_internal/method-figures.js";
import type { Experiment } from "../../experiment.js";

const ROUND = {
  kind: "checkInShuffle",
  users: 60_000,
  checkInRate: 0.1,
  of: { kind: "gaussian", noiseMultiplier: 5 },
} as const;
const METHODS = {
  "liew22-baseline": "“Baseline”",
  "liew22-generic": "“Generic bound”",
  "rdp-published": "Theorem 3, the paper's “Gauss bound”",
  "transposition-pld": "Best proven",
} as const;
/** Four bytes for each weight of the network. */
const BITS_PER_REPORT = 32 * 13_706;

/** LT22 Figure 1b, which LT23 prints again: accuracy against epsilon by three analyses of one training. */
export function checkInAccuracy(paper: string): Experiment {
  return {
    scale:
      "The paper's setting: 60,000 users, check-in rate 0.1, clip 0.01, sigma 5, delta 1e-5, zero-out; its learning rate is not printed, ours is 6. One run of the first 150 of its 5,540 rounds.",
    run: async ({ quick, seed, onProgress }) => {
      const data = await loadDigits(quick ? 1000 : 60_000, quick ? 200 : 10_000);
      const [lastRound, evaluateEvery] = quick ? [2, 1] : [150, 15];
      const config = PRESETS["mnist-check-in-lt22"];
      const accuracies = await accuracyRuns({
        ...{ config, data, lastRound, evaluateEvery, seeds: [seed], onProgress },
      });
      onProgress("accounting");
      const lines = methodFigures({
        methods: METHODS,
        values: accuracies.map(({ round }) => round),
        eventOf: (times) => ({ kind: "repeat", times, of: ROUND }),
        adjacency: "zero-out",
        delta: 1e-5,
      });
      const title = "Measured, one run; epsilon at delta 1e-5, zero-out";
      return {
        tables: [accuracyTable(title, accuracies, lines, BITS_PER_REPORT)],
        figure: accuracyFigure(
          {
            title: `Accuracy against epsilon (${paper}, Figure 1b)`,
            subtitle: "60,000 users check in with chance 0.1 and send with noise multiplier 5",
            delta: "delta = 1e-5, zero-out",
          },
          [{ accuracies, lines }],
        ),
        notes: [
          "The paper prints one number, 80 % as the optimal accuracy, and the order of its curves: Gauss bound, generic bound, baseline from the left. Here the generic bound is left of the Gauss bound, because the clones inside of it are those of 2023; with the closed form of 2021 the order is the paper's. In the first 1,000 rounds the baseline is left of the Gauss bound, too; after 1,500 it is right of it.",
          "`croupier train --preset mnist-check-in-lt22` trains all 5,540 rounds: 86.2 %, and 80 % after 1,939 rounds (one run).",
        ],
      };
    },
  };
}
