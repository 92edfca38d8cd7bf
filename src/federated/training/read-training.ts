import { frozenDimensionOf } from "../../training/models/model.js";
import { type ModelName, modelOf } from "../../training/models/model-name.js";
import { readModel } from "../../training/models/read-model.js";
import { checkNumber, DOMAIN, LOCAL_EPSILONS, RANGES, wrongShape } from "../../validate.js";
import { canonicalJson } from "../messages/canonical-json.js";
import { anything, hexOf, number, object, oneOf, orNull, type Read } from "../messages/schema.js";
import type { TrainingStudy } from "../study/study.js";
import { checkTerms, TERMS } from "../study/study-terms.js";
import { gaussianLocalEpsilon } from "./local-epsilon.js";
import { settleLearning, settleProtocol } from "./study-fields.js";
import { studyRun } from "./study-run.js";

/** A sum of integers is exact below: more reports of a slot would be rounded. */
const MAX_REPORTS = 2 ** 22;

/** The fields, each by itself. */
const readTrainingShape: Read<TrainingStudy> = object<TrainingStudy>({
  ...TERMS,
  task: oneOf(["training"]),
  localEpsilon: number({ ...DOMAIN.epsilon, max: 1e6 }),
  model: readStudyModel,
  protocol: settled(settleProtocol),
  learning: settled(settleLearning),
  users: number({ ...RANGES.positiveInteger, max: 1e9 }),
  weights: orNull(hexOf(32)),
  seed: orNull(number(RANGES.nonNegativeInteger)),
});

/**
 * A training study, checked: every field, no others, and what they say of each other.
 *
 * @throws DpError BAD_INPUT or OUT_OF_RANGE with the field's path; NOT_APPLICABLE a protocol that a study
 *   cannot have
 */
export function readTraining(name: string, value: unknown): TrainingStudy {
  const study = readTrainingShape(name, value);
  const { cap, dummies, users, purpose, seed } = study;
  checkLocalEpsilon(name, study);
  checkTerms(name, study, slotBytes(study));
  checkNumber(`${name}.users`, users, { min: cap, advice: "no more users can report than there are" });
  checkNumber(`${name}: cap + dummies`, cap + dummies, {
    max: MAX_REPORTS,
    advice: "more reports cannot be added up exactly",
  });
  if (purpose === "real" && seed !== null)
    throw wrongShape(`${name}.seed`, seed, "null in a real study: a seed is for tests");
  return study;
}

/** The bytes of a report in each slot: a slot for each block. */
export function slotBytes(study: Parameters<typeof studyRun>[0]): readonly number[] {
  const { blocks, bitsPerReport } = studyRun(study).reports;
  return Array.from({ length: blocks }, () => Math.ceil(bitsPerReport / 8));
}

/** Users rely on it, so that it may not say less than the reports spend. */
function checkLocalEpsilon(name: string, study: TrainingStudy): void {
  const { protocol, localEpsilon } = study;
  const range =
    protocol.kind === "cldp"
      ? LOCAL_EPSILONS
      : {
          min: gaussianLocalEpsilon(protocol, study),
          advice: "a round's reports spend that much by themselves, at delta / rounds",
        };
  checkNumber(`${name}.localEpsilon`, localEpsilon, range);
}

/** A model's description as it was given: a name stays a name. */
export function readStudyModel(name: string, value: unknown): TrainingStudy["model"] {
  const model = typeof value === "string" ? modelOf(value as ModelName) : readModel(name, value);
  if (frozenDimensionOf(model) > 0)
    throw wrongShape(name, value, "one whose layers are all trained: frozen weights are not served yet");
  return typeof value === "string" ? (value as ModelName) : model;
}

/** Reads a part with every default written out. */
function settled<Value extends object>(settle: (name: string, value: unknown) => Value): Read<Value> {
  return (name, value) => {
    const read = settle(name, value);
    if (canonicalJson(read) !== canonicalJson(anything<object>()(name, value)))
      throw wrongShape(name, value, "with every default written out, as `makeTrainingStudy` does");
    return Object.freeze(read);
  };
}
