import { PRESETS, type PresetName } from "../../../src/training/config/presets.js";
import { accuracyFigure, accuracyTable } from "../../_internal/accuracy-result.js";
import { accuracyRuns } from "../../_internal/accuracy-runs.js";
import { loadDigits } from "../../_internal/digits.js";
import { methodFigures } from "../../_internal/method-figures.js";
import type { Experiment, ResultTable } from "../../experiment.js";

/** A panel of Figure 5: a run's accuracy against what it spends. */
export interface CldpAccuracy {
  /** As the paper numbers it, e.g. "5(a)". */
  readonly panel: string;
  readonly preset: PresetName;
  readonly localEpsilon: number;
  /** k. */
  readonly sampled: number;
  /** The runs end here, where the second of the compared methods has spent the printed epsilon. */
  readonly lastRound: number;
  readonly evaluateEvery: number;
  /** Of the long form. */
  readonly runs: number;
  readonly bitsPerReport: number;
  /** What the paper prints: how, at which epsilon, at which accuracy. */
  readonly printed: ResultTable["rows"];
  readonly scale: string;
  readonly notes: readonly string[];
}

const METHODS = {
  "gdd21-upper": "Theorem 1",
  "clones-2021-numerical": "FMT20 computed numerically, sampled, composed",
  "clones-2023-pld": "Best proven",
} as const;

/** Trains the paper's run as far as the epsilon at which it compares the two analyses. */
export function cldpAccuracy(given: CldpAccuracy): Experiment {
  const { panel, preset, localEpsilon, sampled, runs, printed, scale, notes } = given;
  return {
    scale,
    run: async ({ quick, seed, onProgress }) => {
      const data = await loadDigits(quick ? sampled : 60_000, quick ? 200 : 10_000);
      const [lastRound, evaluateEvery] = quick ? [2, 1] : [given.lastRound, given.evaluateEvery];
      const seeds = Array.from({ length: runs }, (_, i) => seed + i);
      const config = quick ? { ...PRESETS[preset], sampled: 100 } : PRESETS[preset];
      const accuracies = await accuracyRuns({
        ...{ config, data, lastRound, evaluateEvery, seeds, onProgress },
      });
      onProgress("accounting");
      const of = { kind: "local", epsilon: localEpsilon } as const;
      const lines = methodFigures({
        methods: METHODS,
        values: accuracies.map(({ round }) => round),
        eventOf: (times) => ({
          ...{ kind: "repeat", times },
          of: { kind: "subsampledShuffle", users: 60_000, sampled, of },
        }),
        adjacency: "replace-one",
        delta: 1e-5,
      });
      return {
        tables: [
          { title: "Printed", columns: ["analysis", "epsilon", "accuracy, %", "deviation"], rows: printed },
          accuracyTable(
            `Measured, runs: ${runs}; epsilon at delta 1e-5, replace-one`,
            ...([accuracies, lines, given.bitsPerReport] as const),
          ),
        ],
        figure: accuracyFigure(
          {
            title: `Accuracy against epsilon (GDD21, Figure ${panel})`,
            subtitle: `${sampled.toLocaleString("en-US")} of 60,000 clients a round, local epsilon ${localEpsilon}; runs: ${runs}`,
            delta: "delta = 1e-5, replace-one",
          },
          [{ accuracies, lines }],
        ),
        notes,
      };
    },
  };
}
