import { seededSource } from "../../random/index.js";
import { secureSource } from "../../random/secure-source.js";
import type { TrainingStudy } from "../study/study.js";
import { studyRun } from "./study-run.js";
import { SEEDED } from "./study-trainer.js";

/** Which dummy of a round it is. */
export interface DummyPlace {
  readonly round: number;
  readonly slot: number;
  readonly index: number;
}

/** The plaintext of a dummy of the shuffler; in a seeded test the same for the same place. */
export function trainingDummy(study: TrainingStudy, { round, slot, index }: DummyPlace): Uint8Array {
  const { reports } = studyRun(study);
  const { seed } = study;
  const source =
    seed === null
      ? secureSource()
      : seededSource(seed).fork(SEEDED.dummies).fork(round).fork(slot).fork(index);
  return reports.encode(reports.dummy(source));
}
