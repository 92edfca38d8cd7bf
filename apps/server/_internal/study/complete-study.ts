import { toHex } from "../../../../src/federated/messages/hex.js";
import { makeStudy, type StudyOptions } from "../../../../src/federated/study/make-study.js";
import type { Study } from "../../../../src/federated/study/study.js";
import {
  makeTrainingStudy,
  type TrainingStudyOptions,
} from "../../../../src/federated/training/make-training-study.js";
import { checkFields, checkOneOf } from "../../../../src/validate.js";
import type { StudyDraft } from "./read-study-file.js";

/** The public keys of a study's parties, and where clients find the shuffler. */
export interface StudyParties {
  readonly owner: Uint8Array;
  readonly shuffler: Uint8Array;
  readonly analyzer: Uint8Array;
  readonly url: string;
}

const TASKS: readonly Study["task"][] = ["survey", "training"];

/** A whole study from its owner's decisions and the parties. */
export function completeStudy(draft: StudyDraft, { owner, shuffler, analyzer, url }: StudyParties): Study {
  const { task, ...decided } = checkFields("study", draft, "an object") as StudyDraft;
  const parties = {
    owner: { publicKey: toHex(owner) },
    shuffler: { url, publicKey: toHex(shuffler) },
    analyzer: { publicKey: toHex(analyzer) },
  };
  if (checkOneOf("study.task", task, TASKS) === "survey")
    return makeStudy({ ...(decided as StudyOptions), ...parties });
  return makeTrainingStudy({ ...(decided as TrainingStudyOptions), ...parties });
}
