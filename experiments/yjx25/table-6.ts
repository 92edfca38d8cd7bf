import { mnistVit } from "../../src/training/models/mnist-vit.js";
import { permutedWeights } from "../../src/training/models/permutations/permuted-weights.js";
import type { Experiment } from "../experiment.js";
import { AUDIT_NOTES, PUBLISHED_AUDIT } from "./_internal/audit-table.js";
import { PUBLISHED_RUNS, samplingRateOf, stepsOf } from "./_internal/published-runs.js";
import { trainingAudits } from "./_internal/training-audits.js";
import { type AuditedVectors, vectorAudits } from "./_internal/vector-audits.js";

const [VIT] = PUBLISHED_RUNS as [(typeof PUBLISHED_RUNS)[number]];
const RUN = { samplingRate: samplingRateOf(VIT), steps: stepsOf(VIT), delta: VIT.delta };
const TRAINED = { examples: 2000, samplingRate: 0.05, steps: 40, delta: 1e-5 };
/** The quick form's: the canary takes part in more of fewer steps. */
const QUICKLY_TRAINED = {
  ...TRAINED,
  examples: 500,
  samplingRate: 0.2,
  steps: 20,
  dirac: 10,
  equalEntry: 100,
};

/**
 * YJX25 Table VI: audits of shuffled DP-SGD at its published noise, with the paper's canary and with one that
 * no permutation moves.
 */
export const yjx25Table6: Experiment = {
  scale:
    "Whole runs of 500 sampled steps on CIFAR-100 (Table I's 10 epochs at batch 1,000; the paper audits 200 epochs, 10,000 steps: yjx25-table-6-as-printed), as vectors of the size of a small ViT and of the paper's, other records' gradients zero; GDD21's network (13,706 weights) in the training loop, 40 steps of 100 of 2,000 examples. c' = c, which the paper leaves open.",
  run: async (options) => {
    const { quick } = options;
    const trained = quick ? QUICKLY_TRAINED : { ...TRAINED, dirac: 400, equalEntry: 400 };
    return {
      tables: [
        PUBLISHED_AUDIT,
        await vectorAudits(RUN, vectorsOf(quick), options),
        await trainingAudits(trained, options),
      ],
      notes: AUDIT_NOTES,
    };
  },
};

function vectorsOf(quick: boolean): readonly AuditedVectors[] {
  const dimension = permutedWeights(mnistVit()).count;
  const small = { name: "a small ViT", dimension };
  if (quick) return [{ ...small, dirac: 20, equalEntry: 300 }];
  return [
    { ...small, dirac: 5000, equalEntry: 10_000 },
    { name: "the paper's ViT", dimension: VIT.dimension, dirac: 1000, equalEntry: 10_000 },
  ];
}
