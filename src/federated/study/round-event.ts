import type { MechanismEvent, ShuffleEvent } from "../../privacy/index.js";
import { reportEvent, trainingEvent } from "../training/training-event.js";
import type { CountedReports } from "./counted-reports.js";
import type { Study, SurveyStudy } from "./study.js";
import { surveySlots } from "./survey-slots.js";

/**
 * Users of a round at the floor who follow the protocol; only the changed one where all others may be one
 * person.
 */
export function honestUsers({ floor, honestShare, admission }: Study): number {
  return admission === "open" ? 1 : Math.floor(honestShare * floor);
}

/**
 * What every round of a study spends against readers of the results, at its floor: the same for all rounds,
 * whatever their numbers of reports.
 */
export function chargedEvent(study: Study): MechanismEvent {
  const coins = study.admission === "credentials";
  return roundEvent(study, { users: honestUsers(study), dummies: study.dummies, coins });
}

/** A round of the users, dummies and coins that count. */
export function roundEvent(study: Study, counted: CountedReports): MechanismEvent {
  return study.task === "survey" ? surveyEvent(study, counted) : trainingEvent(study, counted);
}

/** A user's reports of a round by themselves. */
export function reportsEvent(study: Study): MechanismEvent {
  if (study.task === "training") return reportEvent(study);
  return { kind: "sequence", of: surveySlots(study).map(({ randomizer }) => randomizer.describe()) };
}

/** The shuffles of a survey's slots; it has no coins. */
function surveyEvent(study: SurveyStudy, { users, dummies }: CountedReports): MechanismEvent {
  const counted = dummies === 0 ? { users } : { users, dummies };
  const shuffles = surveySlots(study).map(
    ({ randomizer }): ShuffleEvent => ({ kind: "shuffle", ...counted, of: randomizer.describe() }),
  );
  return shuffles.length === 1 ? shuffles[0]! : { kind: "sequence", of: shuffles };
}
