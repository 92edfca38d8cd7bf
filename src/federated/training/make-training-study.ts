import { roundedUp } from "../../numerics/rounding.js";
import { modelOf } from "../../training/models/model-name.js";
import { rotationColumnsOf } from "../../training/models/rotation-columns-of.js";
import type { AdamOptions } from "../../training/optimizers/adam.js";
import type { SgdOptions } from "../../training/optimizers/sgd.js";
import { checkNumber, checkOptions, DOMAIN, RANGES } from "../../validate.js";
import type {
  CheckInStudyProtocol,
  CldpStudyProtocol,
  StudyLearning,
  StudyProtocol,
  StudyTerms,
  TrainingStudy,
} from "../study/study.js";
import { TERMS } from "../study/study-terms.js";
import { gaussianLocalEpsilon } from "./local-epsilon.js";
import { readStudyModel, readTraining, slotBytes } from "./read-training.js";
import { settleLearning, settleProtocol } from "./study-fields.js";

/** What the owner of a training study decides; the rest follows. */
export interface TrainingStudyOptions extends Omit<StudyTerms, "version" | "slots" | "localEpsilon"> {
  readonly model: TrainingStudy["model"];
  /** Defaults: absentees send dummies, one block, rotation 0, its columns by the model as in `train`. */
  readonly protocol: CheckInStudyOptions | CldpStudyProtocol;
  /** Only the learning rate has no default. */
  readonly learning: StudyLearningOptions;
  readonly users: number;
  /** epsilon_0 of one report: of `cldp` alone, since for Gaussian reports it follows. */
  readonly localEpsilon?: number;
  /** SHA-256 of the first weights; by default the analyzer draws them. */
  readonly weights?: string | null;
  /** Only with purpose `test`. */
  readonly seed?: number | null;
}

/**
 * More than another platform's figure may differ, which refuses a study that says less: a delta errs by some
 * 1e-11 of itself. Twice or half as much moves the figure that a study states by 1e-9 of itself.
 */
const PLATFORM_MARGIN = 1e-9;

/** How weights move, as an owner decides on it. */
export type StudyLearningOptions = Partial<
  Omit<StudyLearning, "optimizer" | keyof SgdOptions | keyof AdamOptions>
> &
  Pick<StudyLearning, "learningRate"> & { readonly optimizer?: StudyLearning["optimizer"] } & Partial<
    SgdOptions & AdamOptions
  >;

/** Check-in as an owner decides on it. */
export type CheckInStudyOptions = Pick<
  CheckInStudyProtocol,
  "kind" | "samplingRate" | "clipBound" | "noiseToClip"
> &
  Partial<CheckInStudyProtocol>;

/**
 * A training study from its owner's decisions, every default written out, checked; sign it with
 * `signDocument("study", ...)`.
 *
 * @throws DpError BAD_INPUT or OUT_OF_RANGE with the field's path; NOT_APPLICABLE a protocol of `train` that
 *   a study cannot have
 */
export function makeTrainingStudy(options: TrainingStudyOptions): TrainingStudy {
  const { weights = null, seed = null, ...given } = checkOptions("makeTrainingStudy", options);
  const model = readStudyModel("study.model", given.model);
  const protocol = rotatedFor(model, settleProtocol("study.protocol", given.protocol), given.protocol);
  const learning = settleLearning("study.learning", given.learning);
  const budget = TERMS.budget("study.budget", given.budget);
  const rounds = TERMS.rounds("study.rounds", given.rounds);
  const localEpsilon =
    given.localEpsilon ??
    (protocol.kind === "cldp"
      ? undefined
      : roundedUp(gaussianLocalEpsilon(protocol, { budget, rounds }), PLATFORM_MARGIN));
  const decided = {
    ...given,
    version: 1,
    task: "training",
    weights,
    seed,
    protocol,
    learning,
    model,
    localEpsilon: checkNumber("study.localEpsilon", localEpsilon, { ...DOMAIN.epsilon, max: 1e6 }),
    users: checkNumber("study.users", given.users, RANGES.positiveInteger),
    dummies: TERMS.dummies("study.dummies", given.dummies),
    adjacency: TERMS.adjacency("study.adjacency", given.adjacency),
    slots: [],
  } as const;
  return readTraining("study", { ...decided, slots: slotBytes(decided) });
}

/** The protocol with the columns of the rotation by the model, where the owner did not decide on them. */
function rotatedFor(
  model: TrainingStudy["model"],
  protocol: StudyProtocol,
  given: TrainingStudyOptions["protocol"],
): StudyProtocol {
  if (protocol.kind !== "check-in" || given.kind !== "check-in") return protocol;
  const rotationColumns = given.rotationColumns ?? rotationColumnsOf(modelOf(model), protocol.blocks);
  return { ...protocol, rotationColumns };
}
