import type { Experiment } from "../experiment.js";
import { AUDIT_NOTES, PUBLISHED_AUDIT } from "./_internal/audit-table.js";
import { AUDITED_DIMENSION as DIMENSION, AUDITED_RUN as RUN } from "./_internal/audited-run.js";
import { stepAudits } from "./_internal/step-audits.js";
import { vectorAudits } from "./_internal/vector-audits.js";

/** YJX25 Table VI with the steps that the paper prints, 10,000 of them. */
export const yjx25Table6AsPrinted: Experiment = {
  scale:
    "10,000 sampled steps at batch 1,000 of 50,000 (Section VI-F's 200 epochs), as vectors of the size of the paper's ViT, other records' gradients zero. c' = c, which the paper leaves open. Some five minutes on one core; yjx25-table-6-training has the training loop.",
  run: async (options) => {
    const { quick } = options;
    const plays = quick ? { dirac: 4, equalEntry: 50 } : { dirac: 2000, equalEntry: 10_000 };
    const observations = quick ? 500 : RUN.steps;
    return {
      tables: [
        PUBLISHED_AUDIT,
        await vectorAudits(RUN, [{ name: "the paper's ViT", dimension: DIMENSION, ...plays }], options),
        await stepAudits(RUN, { dimension: DIMENSION, observations }, options),
      ],
      notes: [
        "Section VI-F takes its records from 10,000 steps, and does not say whether a record is a run or a step: the table of runs has a record for each run, the table of steps one for each step, with the canary in every second one.",
        ...AUDIT_NOTES.slice(0, 2),
      ],
    };
  },
};
