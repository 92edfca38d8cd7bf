import { PRESETS } from "../../src/training/config/presets.js";
import { accuracyFigure, accuracyTable } from "../_internal/accuracy-result.js";
import { accuracyRuns } from "../_internal/accuracy-runs.js";
import { loadDigits } from "../_internal/digits.js";
import { methodFigures } from "../_internal/method-figures.js";
import type { Experiment } from "../experiment.js";
import { CENTRAL, QUERY, SHUFFLED } from "./_internal/runs.js";

/** Four bytes for each weight of the network. */
const BITS_PER_REPORT = 32 * 13_706;

/** LT23 Figure 1a: accuracy against epsilon, of DP-SGD with a trusted server and with a shuffler. */
export const lt23Accuracy1a: Experiment = {
  scale:
    "The paper's setting: batch 60 of 60,000, clip 0.05, sigma 0.86 a report and 6.66 on a sum, learning rate 0.05, delta 1e-5. One run each of 600 rounds; the paper does not print how many it takes to 90 %.",
  run: async ({ quick, seed, onProgress }) => {
    const data = await loadDigits(quick ? 1000 : 60_000, quick ? 200 : 10_000);
    const [lastRound, evaluateEvery] = quick ? [2, 1] : [600, 60];
    const runs = { data, lastRound, evaluateEvery, seeds: [seed] };
    const trained = (preset: "mnist-shuffle-lt23" | "mnist-central-lt23", who: string) =>
      accuracyRuns({
        ...{ ...runs, config: PRESETS[preset] },
        onProgress: (words) => onProgress(`${who}, ${words}`),
      });
    const shuffled = await trained("mnist-shuffle-lt23", "shuffled");
    const central = await trained("mnist-central-lt23", "central");
    onProgress("accounting");
    const values = shuffled.map(({ round }) => round);
    const shuffledLines = methodFigures({
      ...{ ...QUERY, values, eventOf: (times) => ({ kind: "repeat", times, of: SHUFFLED }) },
      methods: {
        "clones-2023-pld": "Shuffled, for all data sets",
        "rdp-published": "Shuffled, Theorem 2 as printed",
      },
    });
    const centralLines = methodFigures({
      ...{ ...QUERY, values, eventOf: (times) => ({ kind: "repeat", times, of: CENTRAL }) },
      methods: { "rdp-poisson": "Central, Rényi" },
    });
    const title = (who: string) => `${who}, one run; epsilon at delta 1e-5, replace-one`;
    return {
      tables: [
        accuracyTable(title("Shuffled"), shuffled, shuffledLines, BITS_PER_REPORT),
        accuracyTable(title("Central"), central, centralLines, BITS_PER_REPORT),
      ],
      figure: accuracyFigure(
        {
          title: "Accuracy against epsilon, central and shuffled (LT23, Figure 1a)",
          subtitle: "60 of 60,000 users a round; noise of 0.86 clip bounds a report, 6.66 on the sum",
          delta: "delta = 1e-5, replace-one",
        },
        [
          { accuracies: shuffled, lines: shuffledLines },
          { accuracies: central, lines: centralLines },
        ],
      ),
      notes: [
        "The noise on a sum is the same, so both runs learn alike; what differs is what each round is charged.",
        "`croupier train --preset mnist-shuffle-lt23` and `mnist-central-lt23` train 40,000 rounds: 89.9 % and 90.5 % (one run each) where the paper prints 90 %. There Theorem 2 gives 5.49 (conditional), and 19.5 is proven for all data sets.",
      ],
    };
  },
};
