import type { SampledSteps } from "../../../src/accounting/theorems/weight-shuffle-budget.js";
import { calibrateWeightShuffle } from "../../../src/accounting/theorems/weight-shuffle-calibration.js";
import { gameOf } from "../../../src/auditing/index.js";
import type { ExperimentOptions, ResultTable } from "../../experiment.js";
import { AUDIT_COLUMNS, auditCells, PRINTED_TABLE_6 } from "./audit-table.js";
import { BATCH_CLIP_RATIO } from "./published-runs.js";
import { shuffledSpikeGame } from "./shuffled-spike.js";

/** Whose gradients are vectors of this length, and how often each canary is played. */
export interface AuditedVectors {
  readonly name: string;
  readonly dimension: number;
  readonly dirac: number;
  readonly equalEntry: number;
}

/** Audits of whole runs as permuted vectors of noise, other records' gradients zero. */
export async function vectorAudits(
  run: SampledSteps & { readonly delta: number },
  vectors: readonly AuditedVectors[],
  { seed, onProgress }: Pick<ExperimentOptions, "seed" | "onProgress">,
): Promise<ResultTable> {
  const rows: (string | number | null)[][] = [];
  for (const { name, dimension, dirac, equalEntry } of vectors) {
    const label = `${name}, ${dimension.toLocaleString("en")} weights`;
    for (const [epsilon] of PRINTED_TABLE_6) {
      const { publishedNoiseMultiplier: noiseMultiplier } = calibrateWeightShuffle({
        ...{ ...run, epsilon, dimension, batchClipRatio: BATCH_CLIP_RATIO },
      });
      const spike = shuffledSpikeGame({ ...run, dimension, noiseMultiplier });
      const equal = equalEntryGame(run, noiseMultiplier);
      for (const [canary, game, trials] of [
        ["Dirac", spike, dirac],
        ["equal-entry", equal, equalEntry],
      ] as const) {
        onProgress(`${label}, epsilon ${epsilon}, ${canary} canary`);
        const cells = await auditCells(game, { trials, claim: epsilon, delta: run.delta, seed });
        rows.push([label, canary, epsilon, noiseMultiplier, ...cells]);
      }
    }
  }
  const title = `Runs of ${run.steps.toLocaleString("en")} steps, delta ${run.delta}, zero-out`;
  return { title, columns: AUDIT_COLUMNS, rows };
}

/** No permutation moves the canary: it is a number in Gaussian noise. */
function equalEntryGame({ steps, samplingRate }: SampledSteps, noiseMultiplier: number) {
  return gameOf(
    {
      kind: "repeat",
      times: steps,
      of: { kind: "poissonSample", rate: samplingRate, of: { kind: "gaussian", noiseMultiplier } },
    },
    { adjacency: "zero-out" },
  );
}
