import { DpError } from "../../errors.js";
import type { Aggregate, Trainer } from "../../training/loop/trainer.js";
import type { TrainingState } from "../../training/loop/training-state.js";
import type { BatchHeader } from "../messages/documents.js";
import type { TrainingStudy } from "../study/study.js";
import { encodeState } from "../training/state-file.js";
import { studyRun } from "../training/study-run.js";
import { studyTrainer } from "../training/study-trainer.js";
import { weightsFile } from "../training/weights-file.js";
import type { AnalyzerContext } from "./analyzer-context.js";
import { keptState } from "./kept-state.js";
import type { RoundBatch } from "./round-batch.js";
import { slotReader } from "./slot-reader.js";

/** The round of a training whose batch is opened. */
export interface TrainingRound {
  /** Of the study. */
  readonly id: string;
  readonly study: TrainingStudy;
  readonly round: number;
  readonly header: BatchHeader;
  /** Rounds of the study in the ledger up to this one, without cancelled ones. */
  readonly charged: number;
}

/**
 * A training's batch: a sum of integers for each slot, so that the order of the records does not matter, and
 * one step along its mean. A report that is longer than an honest one can be does not decode.
 */
export function trainingBatch(context: AnalyzerContext, order: TrainingRound): RoundBatch {
  const { id, study, round, header, charged } = order;
  const { reports } = studyRun(study);
  const sum = reports.openSum();
  return {
    readers: study.slots.map((_, slot) => slotReader(reports.decode, (report) => sum.add(report, slot))),
    async finish(invalid, isUsable) {
      const kept = await keptState(context, id);
      if (!isUsable) return { content: { update: null } };
      const participants = Math.max(0, header.reports - Math.max(...invalid));
      const trainer = studyTrainer(study, kept, charged);
      const moved = updated(trainer, { sum: sum.value(), participants });
      if (moved === undefined) return { content: { update: null } };
      const { sha256 } = await weightsFile(context.crypto, study, moved.weights);
      return {
        content: { update: { weights: sha256, steps: moved.round, participants } },
        state: { study: id, round, bytes: encodeState(moved) },
      };
    },
  };
}

/** The state after the step; undefined where a weight would not be finite: then the weights stay. */
function updated(trainer: Trainer, aggregate: Aggregate): TrainingState | undefined {
  try {
    return trainer.update(aggregate);
  } catch (error) {
    if (error instanceof DpError && error.code === "NOT_CONVERGED") return undefined;
    throw error;
  }
}
