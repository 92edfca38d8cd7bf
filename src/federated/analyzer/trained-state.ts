import type { TrainingState } from "../../training/loop/training-state.js";
import type { OpenedStudy } from "../study/open-study-with.js";
import { decodeState } from "../training/state-file.js";
import { studyTrainer } from "../training/study-trainer.js";
import type { AnalyzerContext } from "./analyzer-context.js";
import { readLedger } from "./read-ledger.js";

/** Where a training stands, with its charges as the ledger has them. */
export async function trainedState(
  context: AnalyzerContext,
  { id, study }: OpenedStudy,
): Promise<TrainingState | undefined> {
  const stored = await context.store.state(id);
  if (study.task === "survey" || stored === undefined) return undefined;
  const { rounds } = await readLedger(context, study.population);
  const charged = rounds.filter(({ entry, end }) => entry.study === id && end !== "cancelled");
  return studyTrainer(study, decodeState(stored.bytes), charged.length).state;
}
