import { openLedger } from "../../accounting/ledger/open-ledger.js";
import type { MechanismEvent } from "../../privacy/index.js";
import { seededSource } from "../../random/index.js";
import { secureSource } from "../../random/secure-source.js";
import { chargedEvent as asCharged } from "../../training/loop/_internal/charged-event.js";
import { ServerTrainer } from "../../training/loop/_internal/server-trainer.js";
import type { Trainer } from "../../training/loop/trainer.js";
import { startingState, type TrainingState } from "../../training/loop/training-state.js";
import { initialWeights } from "../../training/models/initial-weights.js";
import { layerStepFactors } from "../../training/optimizers/layer-step-factors.js";
import { chargedEvent } from "../study/round-event.js";
import type { TrainingStudy } from "../study/study.js";
import type { KeptState } from "./state-file.js";
import { studyRun } from "./study-run.js";

/** Parts of a study's seed. */
export const SEEDED = { weights: 0, dummies: 1, users: 2 } as const;

/**
 * The trainer of a study, after some rounds were charged. It has no ledger of its own: what its state says of
 * charges is what the analyzer's ledger says.
 *
 * @param charged rounds of the study in the ledger, the one to update for among them
 */
export function studyTrainer(study: TrainingStudy, kept: KeptState, charged: number): Trainer {
  const { config, reports, model } = studyRun(study);
  const event = chargedEvent(study);
  const state: TrainingState = {
    ...kept,
    examples: study.users,
    ledger: chargesOf(event, charged),
    history: [],
  };
  const ledger = openLedger({ entries: [state.ledger] });
  const stepFactors = layerStepFactors(model, config.layerSteps);
  return new ServerTrainer({ config, stepFactors, reports, ledger, state, event });
}

/** The state before the first round, at weights that were given or drawn: by the seed in a test. */
export function firstState(study: TrainingStudy, given: Float32Array | undefined): KeptState {
  const { seed, users } = study;
  const source = seed === null ? secureSource() : seededSource(seed).fork(SEEDED.weights);
  return startingState(given ?? initialWeights(study.model, source), users);
}

function chargesOf(event: MechanismEvent, times: number): TrainingState["ledger"] {
  return asCharged({ kind: "sequence", of: times === 0 ? [] : [{ kind: "repeat", times, of: event }] });
}
