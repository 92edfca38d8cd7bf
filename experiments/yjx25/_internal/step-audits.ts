import type { SampledSteps } from "../../../src/accounting/theorems/weight-shuffle-budget.js";
import { calibrateWeightShuffle } from "../../../src/accounting/theorems/weight-shuffle-calibration.js";
import { gameOf } from "../../../src/auditing/index.js";
import type { ExperimentOptions, ResultTable } from "../../experiment.js";
import { AUDIT_COLUMNS, auditCells, PRINTED_TABLE_6 } from "./audit-table.js";
import { BATCH_CLIP_RATIO } from "./published-runs.js";
import { shuffledSpikeGame } from "./shuffled-spike.js";

/** Audits of one run's steps, each an observation of its own; the canary is in the batch of every second. */
export async function stepAudits(
  run: SampledSteps & { readonly delta: number },
  { dimension, observations }: { readonly dimension: number; readonly observations: number },
  { seed, onProgress }: Pick<ExperimentOptions, "seed" | "onProgress">,
): Promise<ResultTable> {
  const rows: (string | number | null)[][] = [];
  for (const [epsilon] of PRINTED_TABLE_6) {
    const { step, publishedNoiseMultiplier: noiseMultiplier } = calibrateWeightShuffle({
      ...{ ...run, epsilon, dimension, batchClipRatio: BATCH_CLIP_RATIO },
    });
    const spike = shuffledSpikeGame({ dimension, noiseMultiplier, samplingRate: 1, steps: 1 });
    const equal = gameOf({ kind: "gaussian", noiseMultiplier }, { adjacency: "zero-out" });
    for (const [canary, game] of [
      ["Dirac", spike],
      ["equal-entry", equal],
    ] as const) {
      onProgress(`steps, epsilon ${epsilon}, ${canary} canary`);
      const played = { trials: observations, claim: step.epsilon, delta: step.delta, seed };
      const cells = await auditCells(game, played);
      rows.push([`a step of the run at ${epsilon}`, canary, step.epsilon, noiseMultiplier, ...cells]);
    }
  }
  return {
    title: `Steps of a run of ${run.steps.toLocaleString("en")}, each at its share of epsilon and delta before sampling, zero-out`,
    columns: AUDIT_COLUMNS,
    rows,
  };
}
