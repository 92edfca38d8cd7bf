import { calibrateWeightShuffle } from "../../../src/accounting/theorems/weight-shuffle-calibration.js";
import { type CanaryKind, openTrainingGame } from "../../../src/auditing/index.js";
import type { Model } from "../../../src/training/models/model.js";
import { modelOf } from "../../../src/training/models/model-name.js";
import { permutedWeights } from "../../../src/training/models/permutations/permuted-weights.js";
import { weightShuffleProtocol } from "../../../src/training/protocols/weight-shuffle-protocol.js";
import type { ExperimentOptions, ResultTable } from "../../experiment.js";
import { AUDIT_COLUMNS, auditCells, PRINTED_TABLE_6 } from "./audit-table.js";
import { BATCH_CLIP_RATIO } from "./published-runs.js";

/** The quick form's. */
const PERCEPTRON: Model = {
  input: { height: 1, width: 1, channels: 16 },
  layers: [
    { kind: "dense", units: 16 },
    { kind: "activation", rule: "tanh" },
    { kind: "dense", units: 4 },
  ],
};

/** A run of the training loop, and how often each canary is played. */
export interface AuditedTraining {
  readonly examples: number;
  readonly samplingRate: number;
  readonly steps: number;
  readonly delta: number;
  readonly dirac: number;
  readonly equalEntry: number;
}

/** Audits of the training loop, by the paper's canary and by one that no permutation moves. */
export async function trainingAudits(
  { examples, samplingRate, steps, delta, ...plays }: AuditedTraining,
  { quick, seed, onProgress }: ExperimentOptions,
): Promise<ResultTable> {
  const model = quick ? PERCEPTRON : modelOf("mnist-cnn");
  const dimension = permutedWeights(model).count;
  const label = `${quick ? "a perceptron" : "GDD21's network"}, ${dimension.toLocaleString("en")} weights`;
  const rows: (string | number | null)[][] = [];
  for (const [epsilon] of PRINTED_TABLE_6) {
    const { publishedNoiseMultiplier: sigma } = calibrateWeightShuffle({
      ...{ samplingRate, steps, delta, epsilon, dimension, batchClipRatio: BATCH_CLIP_RATIO },
    });
    const protocol = weightShuffleProtocol({
      ...{ examples, samplingRate, clipBound: 1, model },
      ...{ sumStdDev: sigma, batchClipBound: BATCH_CLIP_RATIO },
    });
    for (const [name, canary, trials] of [
      ["Dirac", "dirac", plays.dirac],
      ["equal-entry", "equal", plays.equalEntry],
    ] as const satisfies readonly (readonly [string, CanaryKind, number])[]) {
      onProgress(`training, epsilon ${epsilon}, ${name} canary`);
      const game = await openTrainingGame({ protocol, model, adjacency: "zero-out", rounds: steps, canary });
      rows.push([
        ...[label, name, epsilon, sigma],
        ...(await auditCells(game, { trials, claim: epsilon, delta, seed })),
      ]);
      await game.close();
    }
  }
  return {
    title: `The training loop, ${steps.toLocaleString("en")} steps, delta ${delta}, zero-out`,
    columns: AUDIT_COLUMNS,
    rows,
  };
}
