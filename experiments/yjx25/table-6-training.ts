import type { Experiment } from "../experiment.js";
import { AUDIT_NOTES, PUBLISHED_AUDIT } from "./_internal/audit-table.js";
import { AUDITED_EXAMPLES as EXAMPLES, AUDITED_RUN as RUN } from "./_internal/audited-run.js";
import { trainingAudits } from "./_internal/training-audits.js";

/** Of each canary at each claim. */
const PLAYS = 100;

/** YJX25 Table VI in the training loop, over the steps that the paper prints. */
export const yjx25Table6Training: Experiment = {
  scale:
    "10,000 sampled steps of the training loop, GDD21's network (13,706 weights) in place of ViT-B/16, batches of 1,000 of 50,000 whose other gradients are zero. 400 plays: some 3 hours by an estimate of 2.3 ms a step on one core. The quick form plays 20 steps of a perceptron at rate 0.2.",
  run: async (options) => {
    const { quick } = options;
    const run = quick ? { ...RUN, samplingRate: 0.2, steps: 20 } : RUN;
    const examples = quick ? 500 : EXAMPLES;
    const plays = quick ? { dirac: 10, equalEntry: 80 } : { dirac: PLAYS, equalEntry: PLAYS };
    return {
      tables: [PUBLISHED_AUDIT, await trainingAudits({ ...run, ...plays, examples }, options)],
      notes: AUDIT_NOTES,
    };
  },
};
